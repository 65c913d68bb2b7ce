package import Foundation

extension JSONReader.Fault {
    /// Returns the place where the text stops being JSON, for people: `line 3, column 14`.
    package func place(in data: Data) -> String {
        let (line, column) = LineIndex(data).place(of: offset)
        let text = "line \(line), column \(column)"
        return isEnd ? "it ends too early, \(text)" : reason.map { "\($0), \(text)" } ?? text
    }
}

extension JSONReader {
    /// Returns where data stops being JSON, for people; `nil` if it is JSON.
    package static func faultyPlace(in data: Data) -> String? {
        do {
            _ = try read(data)
            return nil
        } catch {
            return error.place(in: data)
        }
    }
}
