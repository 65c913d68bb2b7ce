/// Bytes that have come over a connection, to be taken line by line or so many at a time.
struct LineBuffer {
    private var bytes: [UInt8] = []
    /// Where the bytes begin that have not been taken.
    private var start = 0
    /// Up to where no line feed has been found.
    private var searched = 0

    var count: Int { bytes.count - start }
    var isEmpty: Bool { start == bytes.count }

    mutating func append(_ new: UnsafeRawBufferPointer) {
        if start == bytes.count || start > 65_536 {
            bytes.removeFirst(start)
            searched = max(0, searched - start)
            start = 0
        }
        bytes.append(contentsOf: new)
    }

    /// Takes a line without its line break; `nil` if it has not come whole.
    ///
    /// - Throws: The refusal, if the line is longer than the limit, even before its end has come;
    ///   another for a line break that is not a carriage return and a line feed.
    mutating func nextLine(
        limit: Int, otherwise refusal: Refusal
    ) throws(Refusal) -> [UInt8]? {
        searched = max(searched, start)
        guard let feed = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
            searched = bytes.count
            guard count <= limit + 1 else { throw refusal }
            return nil
        }
        guard feed - start <= limit + 1 else { throw refusal }
        let line = bytes[start..<feed]
        guard line.last == UInt8(ascii: "\r"), !line.dropLast().contains(UInt8(ascii: "\r")) else {
            throw .malformed("A line does not end with a carriage return and a line feed.")
        }
        start = feed + 1
        return Array(line.dropLast())
    }

    /// Takes an empty line, if one has come.
    mutating func dropEmptyLine() -> Bool {
        guard bytes[start...].starts(with: "\r\n".utf8) else { return false }
        start += 2
        return true
    }

    mutating func take(upTo limit: Int) -> ArraySlice<UInt8> {
        let taken = bytes[start...].prefix(limit)
        start += taken.count
        return taken
    }
}
