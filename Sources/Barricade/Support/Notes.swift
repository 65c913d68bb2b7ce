/// The values that other modules keep with a definition, one of each type.
package struct Notes: Sendable {
    private var notes: [ObjectIdentifier: any Sendable] = [:]

    package init() {}

    package subscript<Note: Sendable>(type: Note.Type) -> Note? {
        get { notes[ObjectIdentifier(type)] as? Note }
        set { notes[ObjectIdentifier(type)] = newValue }
    }
}
