package import Foundation

/// Decompresses gzip (RFC 1952) and deflate (RFC 1951), with or without the zlib header (RFC 1950).
///
/// Foundation on Linux cannot. It reads bit by bit, which is slow, but small; most bodies are too.
package struct Inflate {
    package enum Format: String, Sendable {
        case gzip, deflate
    }

    package struct Fault: Error, CustomStringConvertible {
        /// A sentence without its subject and full stop: `not valid gzip (byte 17)`.
        package let description: String
    }

    /// The most bytes of output: no real body is larger, but a decompression bomb is.
    package static let largestOutput = 64 << 20
    /// The most bytes of output for each byte of input; deflate can make 1 032.
    package static let largestRatio = 1_000

    private let format: Format
    private let input: [UInt8]
    private let limit: Int
    /// The number of bytes read.
    private var index = 0
    /// The bits of the last byte that are not taken yet.
    private var bits = 0
    private var bitCount = 0
    private var output: [UInt8] = []

    private init(_ data: Data, _ format: Format) {
        (input, self.format) = (Array(data), format)
        limit = min(Self.largestOutput, input.count * Self.largestRatio)
    }

    /// Returns the bytes that were compressed.
    ///
    /// - Throws: A fault with the byte of the mistake: a wrong code, checksum or length, or bytes
    ///   after the end; or a fault that says that there are too many bytes.
    package static func data(_ data: Data, _ format: Format) throws(Fault) -> Data {
        var inflate = Inflate(data, format)
        // Several gzip members in a row are one text.
        repeat { try inflate.readMember() } while format == .gzip && inflate.hasMore
        if inflate.hasMore { throw inflate.fault() }
        return Data(inflate.output)
    }

    private var hasMore: Bool { index < input.count }

    private func fault(_ place: String? = nil) -> Fault {
        Fault(description: "not valid \(format) (\(place ?? "byte \(index)"))")
    }

    // MARK: Headers and checksums

    private mutating func readMember() throws(Fault) {
        let start = output.count
        var isBare = false
        if format == .gzip { try skipHeader() } else { isBare = try !skipZlibHeader() }
        while try !block() {}
        (bits, bitCount) = (0, 0)
        if format == .gzip {
            try check(crc32(of: output[start...]))
            try check(UInt32(truncatingIfNeeded: output.count - start))
        } else if !isBare {
            try check(adler32.byteSwapped)
        }
    }

    private mutating func skipHeader() throws(Fault) {
        guard try byte() == 0x1F, try byte() == 0x8B, try byte() == 8 else { throw fault() }
        let flags = try byte()
        guard flags < 32 else { throw fault() }
        for _ in 0..<6 { _ = try byte() }
        if flags & 4 != 0 {
            for _ in 0..<(try take(16)) { _ = try byte() }
        }
        // The name of the file, and a comment.
        for flag in [8, 16] where flags & flag != 0 {
            while try byte() != 0 {}
        }
        // The checksum of the header, which its senders do not count on.
        if flags & 2 != 0 { _ = try take(16) }
    }

    /// Returns false if there is none: a bare stream never begins with the bits of a header.
    private mutating func skipZlibHeader() throws(Fault) -> Bool {
        guard input.count > 1, input[0] & 15 == 8, input[0] < 0x80,
            (Int(input[0]) << 8 + Int(input[1])) % 31 == 0
        else { return false }
        index = 2
        // A dictionary that both sides know.
        if input[1] & 32 != 0 { throw fault() }
        return true
    }

    private mutating func check(_ wanted: UInt32) throws(Fault) {
        guard try take(32) == Int(wanted) else { throw fault() }
    }

    private static let crcTable: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { sum, _ in
            sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1
        }
    }

    private func crc32(of bytes: ArraySlice<UInt8>) -> UInt32 {
        var sum = ~UInt32(0)
        for byte in bytes { sum = Self.crcTable[Int(UInt8(sum & 0xFF) ^ byte)] ^ sum >> 8 }
        return ~sum
    }

    private var adler32: UInt32 {
        var (low, high): (UInt32, UInt32) = (1, 0)
        for byte in output {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        return high << 16 | low
    }

    // MARK: Bits

    private mutating func byte() throws(Fault) -> Int {
        guard hasMore else { throw fault("it ends too early") }
        index += 1
        return Int(input[index - 1])
    }

    private mutating func take(_ count: Int) throws(Fault) -> Int {
        while bitCount < count {
            bits |= try byte() << bitCount
            bitCount += 8
        }
        let value = bits & (1 << count - 1)
        (bits, bitCount) = (bits >> count, bitCount - count)
        return value
    }

    private mutating func symbol(_ code: HuffmanCode) throws(Fault) -> Int {
        // The first code of a length, and the index of its symbol.
        var (value, first, index) = (0, 0, 0)
        for count in code.counts {
            value = value << 1 | (try take(1))
            first <<= 1
            if value < first + count { return code.symbols[index + value - first] }
            (first, index) = (first + count, index + count)
        }
        throw fault()
    }

    // MARK: Blocks

    /// Reads a block; returns whether it is the last one.
    private mutating func block() throws(Fault) -> Bool {
        let isLast = try take(1) == 1
        switch try take(2) {
        case 0: try copyStored()
        case 1: try read(.fixedLengths, .fixedDistances)
        case 2:
            let (lengths, distances) = try codes()
            try read(lengths, distances)
        default: throw fault()
        }
        return isLast
    }

    private mutating func copyStored() throws(Fault) {
        (bits, bitCount) = (0, 0)
        let (count, check) = (try take(16), try take(16))
        guard count == check ^ 0xFFFF else { throw fault() }
        try makeRoom(count)
        for _ in 0..<count { output.append(UInt8(try byte())) }
    }

    private func makeRoom(_ count: Int) throws(Fault) {
        guard output.count + count > limit else { return }
        let reason =
            limit == Self.largestOutput
            ? "more than \(limit >> 20) MB" : "more than \(Self.largestRatio) times its size"
        throw Fault(description: "\(reason) when it is inflated")
    }

    private static let lengthOrder = [
        16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
    ]

    /// Reads the codes of a block.
    private mutating func codes() throws(Fault) -> (HuffmanCode, HuffmanCode) {
        let (count, distanceCount) = (try take(5) + 257, try take(5) + 1)
        var own = [Int](repeating: 0, count: 19)
        for place in Self.lengthOrder.prefix(try take(4) + 4) { own[place] = try take(3) }
        guard count <= 286, distanceCount <= 30, let code = HuffmanCode(own[...])
        else { throw fault() }
        var lengths: [Int] = []
        while lengths.count < count + distanceCount {
            let symbol = try symbol(code)
            switch symbol {
            case 16:
                guard let last = lengths.last else { throw fault() }
                for _ in 0..<(try take(2) + 3) { lengths.append(last) }
            case 17: for _ in 0..<(try take(3) + 3) { lengths.append(0) }
            case 18: for _ in 0..<(try take(7) + 11) { lengths.append(0) }
            default: lengths.append(symbol)
            }
        }
        guard lengths.count == count + distanceCount, lengths[256] != 0,
            let first = HuffmanCode(lengths[..<count]), let second = HuffmanCode(lengths[count...])
        else { throw fault() }
        return (first, second)
    }

    /// Reads the content of a block: bytes, and repetitions of earlier bytes.
    private mutating func read(_ lengths: HuffmanCode, _ distances: HuffmanCode) throws(Fault) {
        while true {
            let symbol = try symbol(lengths)
            if symbol == 256 { return }
            guard symbol > 256 else {
                try makeRoom(1)
                output.append(UInt8(symbol))
                continue
            }
            // Groups of four length codes, and of two distance codes, share a number of extra bits.
            let long = symbol - 257
            guard long < 29 else { throw fault() }
            let more = long < 8 || long == 28 ? 0 : long / 4 - 1
            let shortest = long < 8 ? long + 3 : long == 28 ? 258 : (4 + long & 3) << more + 3
            let length = shortest + (try take(more))
            let code = try self.symbol(distances)
            guard code < 30 else { throw fault() }
            let extra = code < 4 ? 0 : code / 2 - 1
            let base = code < 4 ? code + 1 : (2 + code & 1) << extra + 1
            let start = output.count - base - (try take(extra))
            guard start >= 0 else { throw fault() }
            try makeRoom(length)
            // The source may overlap with the output.
            for place in start..<start + length { output.append(output[place]) }
        }
    }
}

/// A Huffman code by the lengths of its codes, from which all codes follow.
private struct HuffmanCode {
    /// The number of codes of each length from 1.
    private(set) var counts = [Int](repeating: 0, count: 15)
    /// The symbols in order of their codes.
    private(set) var symbols: [Int] = []

    static let fixedLengths = HuffmanCode(
        lengths: (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 })
    static let fixedDistances = HuffmanCode(lengths: Array(repeating: 5, count: 30))

    /// - Parameter lengths: The length of each symbol's code; 0 if it has none.
    /// - Returns: `nil` if there are too many or too few codes for the lengths; a single code is
    ///   allowed.
    init?(_ lengths: ArraySlice<Int>) {
        self.init(lengths: Array(lengths))
        var room = 1
        for count in counts {
            room = 2 * room - count
            if room < 0 { return nil }
        }
        guard room == 0 || symbols.count == counts[0] else { return nil }
    }

    private init(lengths: [Int]) {
        for length in 1...15 {
            for symbol in lengths.indices where lengths[symbol] == length {
                symbols.append(symbol)
                counts[length - 1] += 1
            }
        }
    }
}
