/// What is wrong with a command line.
package struct Misuse: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }
}
