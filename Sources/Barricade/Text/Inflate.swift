package import Foundation

/// Decompresses gzip (RFC 1952) and deflate (RFC 1951), with or without the zlib header (RFC 1950).
///
/// Foundation on Linux cannot. It reads bit by bit, which is slow, but small; most bodies are too.
package struct Inflate {
    package enum Format: Sendable {
        case gzip, deflate

        /// The format of a content coding (RFC 9110, 8.4.1); `nil` for others.
        init?(coding: String) {
            switch coding.lowercased() {
            case "gzip", "x-gzip": self = .gzip
            case "deflate": self = .deflate
            default: return nil
            }
        }
    }

    /// The most bytes of output: no real body is larger, but a decompression bomb is.
    static let largestOutput = 64 << 20
    /// The most bytes of output for each byte of input; deflate can make 1 032.
    static let largestRatio = 1_000

    private let format: Format
    private let input: [UInt8]
    /// The number of bytes read.
    private var index = 0
    /// The bits of the last byte that are not taken yet.
    private var bits = 0
    private var bitCount = 0
    private var output: [UInt8] = []

    /// Returns the bytes that were compressed.
    ///
    /// - Throws: ``BarricadeError/Code/unreadableBody`` with the byte of the mistake: a wrong code,
    ///   checksum or length, or bytes after the end; or if there are too many bytes. The message
    ///   has neither subject nor full stop: `not valid gzip (byte 17)`.
    package static func data(_ data: Data, _ format: Format) throws(BarricadeError) -> Data {
        var inflate = Inflate(format: format, input: Array(data))
        try inflate.readAll()
        return Data(inflate.output)
    }

    private mutating func readAll() throws(BarricadeError) {
        // Several gzip members in a row are one text.
        repeat { try readMember() } while format == .gzip && index < input.count
        try check(index == input.count)
    }

    private mutating func check(_ isValid: Bool) throws(BarricadeError) {
        if !isValid { throw invalid }
    }

    private var invalid: BarricadeError { .unreadableBody("not valid \(format) (byte \(index))") }

    // MARK: Headers and checksums

    private mutating func readMember() throws(BarricadeError) {
        let start = output.count
        let hasHeader = format == .gzip || isZlib
        if format == .gzip { try skipHeader() } else if hasHeader { try skipZlibHeader() }
        while try !readBlock() {}
        (bits, bitCount) = (0, 0)
        if format == .gzip {
            try check(take(32) == crc32(from: start))
            try check(take(32) == (output.count - start) & 0xFFFF_FFFF)
        } else if hasHeader {
            try check(take(32) == adler32)
        }
    }

    private mutating func skipHeader() throws(BarricadeError) {
        for expected in [0x1F, 0x8B, 8] { try check(take(8) == expected) }
        let flags = try take(8)
        try check(flags < 32)
        try skip(6)
        if flags & 4 != 0 { try skip(take(16)) }
        // The name of the file, and a comment.
        if flags & 8 != 0 { while try take(8) != 0 {} }
        if flags & 16 != 0 { while try take(8) != 0 {} }
        // The checksum of the header, which its senders do not count on.
        if flags & 2 != 0 { try skip(2) }
    }

    private mutating func skip(_ count: Int) throws(BarricadeError) {
        for _ in 0..<count { _ = try take(8) }
    }

    /// Whether it has the header of zlib: a bare stream never begins with its bits.
    private var isZlib: Bool {
        input.count > 1 && input[0] & 15 == 8 && input[0] < 0x80
            && (Int(input[0]) << 8 + Int(input[1])) % 31 == 0
    }

    private mutating func skipZlibHeader() throws(BarricadeError) {
        try skip(2)
        // A dictionary that both sides know.
        try check(input[1] & 32 == 0)
    }

    private func crc32(from start: Int) -> Int {
        var sum = ~UInt32(0)
        for index in start..<output.count {
            sum ^= UInt32(output[index])
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        return Int(~sum)
    }

    /// The checksum of zlib, its last byte first.
    private var adler32: Int {
        var (low, high) = (1, 0)
        for byte in output {
            low = (low + Int(byte)) % 65_521
            high = (high + low) % 65_521
        }
        return Int(UInt32(high << 16 | low).byteSwapped)
    }

    // MARK: Bits

    private mutating func take(_ count: Int) throws(BarricadeError) -> Int {
        while bitCount < count {
            if index == input.count {
                throw .unreadableBody("not valid \(format) (it ends too early)")
            }
            bits |= Int(input[index]) << bitCount
            index += 1
            bitCount += 8
        }
        let value = bits & (1 << count - 1)
        bits >>= count
        bitCount -= count
        return value
    }

    private mutating func symbol(_ code: HuffmanCode) throws(BarricadeError) -> Int {
        // The first code of a length, and the index of its symbol.
        var (value, first, index) = (0, 0, 0)
        for count in code.counts {
            value = try value << 1 | take(1)
            first <<= 1
            if value < first + count { return code.symbols[index + value - first] }
            first += count
            index += count
        }
        throw invalid
    }

    // MARK: Blocks

    /// Reads a block; returns whether it is the last one.
    private mutating func readBlock() throws(BarricadeError) -> Bool {
        let isLast = try take(1) == 1
        switch try take(2) {
        case 0: try copyStored()
        case 1: try read(.fixedLengths, .fixedDistances)
        case 2: try readOwnCodes()
        default: throw invalid
        }
        return isLast
    }

    private mutating func copyStored() throws(BarricadeError) {
        (bits, bitCount) = (0, 0)
        let count = try take(16)
        try check(take(16) == count ^ 0xFFFF)
        try makeRoom(count)
        for _ in 0..<count { output.append(UInt8(try take(8))) }
    }

    private func makeRoom(_ count: Int) throws(BarricadeError) {
        let size = output.count + count
        if size > Self.largestOutput {
            throw .unreadableBody("more than \(Self.largestOutput >> 20) MB when it is inflated")
        }
        if size > input.count * Self.largestRatio {
            throw .unreadableBody(
                "more than \(Self.largestRatio) times its size when it is inflated")
        }
    }

    private static let lengthOrder = [
        16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
    ]

    /// Reads a block with codes of its own, which come first.
    private mutating func readOwnCodes() throws(BarricadeError) {
        let (count, distanceCount) = try (take(5) + 257, take(5) + 1)
        var own = [Int](repeating: 0, count: 19)
        for index in Self.lengthOrder.prefix(try take(4) + 4) { own[index] = try take(3) }
        let code = HuffmanCode(own)
        try check(count <= 286 && distanceCount <= 30 && code.isUsable)
        var lengths: [Int] = []
        while lengths.count < count + distanceCount {
            var symbol = try symbol(code)
            var repeats = 1
            switch symbol {
            case 16:
                try check(!lengths.isEmpty)
                (symbol, repeats) = (lengths.last ?? 0, try take(2) + 3)
            case 17: (symbol, repeats) = (0, try take(3) + 3)
            case 18: (symbol, repeats) = (0, try take(7) + 11)
            default: break
            }
            for _ in 0..<repeats { lengths.append(symbol) }
        }
        try check(lengths.count == count + distanceCount && lengths[256] != 0)
        let first = HuffmanCode(Array(lengths[..<count]))
        let second = HuffmanCode(Array(lengths[count...]))
        try check(first.isUsable && second.isUsable)
        try read(first, second)
    }

    /// Reads the content of a block: bytes, and repetitions of earlier bytes.
    private mutating func read(
        _ lengths: HuffmanCode, _ distances: HuffmanCode
    ) throws(BarricadeError) {
        while true {
            let symbol = try symbol(lengths)
            if symbol == 256 { return }
            if symbol < 256 {
                try makeRoom(1)
                output.append(UInt8(symbol))
                continue
            }
            try check(symbol < 286)
            let length = symbol == 285 ? 258 : try 3 + extended(symbol - 257, groupedBy: 4)
            let code = try self.symbol(distances)
            try check(code < 30)
            let start = output.count - 1 - (try extended(code, groupedBy: 2))
            try check(start >= 0)
            try makeRoom(length)
            // The source may overlap with the output.
            for index in start..<start + length { output.append(output[index]) }
        }
    }

    /// Reads the extra bits of a code; each group of codes has one more than the group before.
    private mutating func extended(
        _ code: Int, groupedBy size: Int
    ) throws(BarricadeError) -> Int {
        if code < 2 * size { return code }
        let count = code / size - 1
        return (size + code % size) << count + (try take(count))
    }
}

/// A Huffman code by the lengths of its codes, from which all codes follow.
private struct HuffmanCode {
    /// The number of codes of each length from 1.
    private(set) var counts = [Int](repeating: 0, count: 15)
    /// The symbols in order of their codes.
    private(set) var symbols: [Int] = []

    static let fixedLengths = HuffmanCode(
        (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 })
    static let fixedDistances = HuffmanCode(Array(repeating: 5, count: 30))

    /// - Parameter lengths: The length of each symbol's code; 0 if it has none.
    init(_ lengths: [Int]) {
        for length in 1...15 {
            for symbol in lengths.indices where lengths[symbol] == length {
                symbols.append(symbol)
                counts[length - 1] += 1
            }
        }
    }

    /// Whether there are neither too many nor too few codes for the lengths; a single code is
    /// allowed.
    var isUsable: Bool {
        var room = 1
        for count in counts {
            room = 2 * room - count
            if room < 0 { return false }
        }
        return room == 0 || symbols.count == counts[0]
    }
}
