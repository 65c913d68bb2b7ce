/// The bytes received over a connection, to read by line or by count.
struct LineBuffer {
    private var bytes: [UInt8] = []
    /// The index of the first byte that has not been taken.
    private var start = 0
    /// The index up to which there is no line feed.
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

    /// Takes a line without its line break; `nil` if it is incomplete.
    ///
    /// - Throws: The given refusal if the line is longer than the limit, even if it is incomplete;
    ///   another one for a line break that is not a carriage return and a line feed.
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

    /// Takes an empty line, if the next one is empty.
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
