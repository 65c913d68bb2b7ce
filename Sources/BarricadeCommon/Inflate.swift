package import Foundation

/// Decompresses gzip (RFC 1952), zlib (RFC 1950) and raw deflate (RFC 1951).
///
/// Foundation on Linux cannot, and a compressed body in a recording cannot be read, searched for
/// secrets or compared.
package struct Inflate {
    package enum Format: String, Sendable {
        case gzip, zlib, deflate
    }

    package struct Fault: Error, Hashable, CustomStringConvertible {
        /// A sentence without its subject and full stop: `not valid gzip (byte 17)`.
        package let description: String
    }

    /// The most bytes of output: no real reply is larger, but a decompression bomb is.
    package static let largestOutput = 64 << 20
    /// The most bytes of output for each byte of input; deflate can make 1 032.
    package static let largestRatio = 1_000

    private let format: Format
    private let input: UnsafeBufferPointer<UInt8>
    /// The next byte to take into `bits`.
    private var index = 0
    private var bits: UInt64 = 0
    private var bitCount = 0
    private var output: [UInt8] = []
    private let limit: Int

    private init(_ input: UnsafeBufferPointer<UInt8>, _ format: Format) {
        (self.input, self.format) = (input, format)
        limit = min(Self.largestOutput, input.count * Self.largestRatio)
        output.reserveCapacity(min(limit, input.count * 4))
    }

    /// Returns the bytes that were compressed.
    ///
    /// - Throws: A fault with the byte of the mistake: a wrong code, checksum or length, or bytes
    ///   after the end; or a fault that says that there are too many bytes.
    package static func data(_ data: Data, _ format: Format) throws(Fault) -> Data {
        do {
            return try data.withUnsafeBytes { raw in
                try raw.withMemoryRebound(to: UInt8.self) { input in
                    var inflate = Inflate(input, format)
                    try inflate.run()
                    return Data(inflate.output)
                }
            }
        } catch {
            throw error as? Fault ?? Fault(description: "not valid \(format)")
        }
    }

    private mutating func run() throws(Fault) {
        // Several gzip members in a row are one text.
        repeat {
            let start = output.count
            switch format {
            case .gzip: try skipHeader()
            case .zlib:
                let (method, flags) = (try byte(), try byte())
                guard method & 15 == 8, (method << 8 + flags) % 31 == 0, flags & 32 == 0 else {
                    throw fault()
                }
            case .deflate: break
            }
            while try !block() {}
            dropBits()
            switch format {
            case .gzip:
                try check(Self.crc32(output[start...]))
                try check(UInt32(truncatingIfNeeded: output.count - start))
            case .zlib: try check(Self.adler32(output[start...]).byteSwapped)
            case .deflate: break
            }
        } while format == .gzip && index < input.count
        guard index == input.count else { throw fault() }
    }

    private func fault(isEnd: Bool = false) -> Fault {
        let place = isEnd ? "it ends too early" : "byte \(index - bitCount / 8)"
        return Fault(description: "not valid \(format) (\(place))")
    }

    // MARK: Bytes

    private mutating func byte() throws(Fault) -> Int {
        guard index < input.count else { throw fault(isEnd: true) }
        defer { index += 1 }
        return Int(input[index])
    }

    private mutating func pair() throws(Fault) -> Int { try byte() | (try byte()) << 8 }

    private mutating func skipHeader() throws(Fault) {
        guard try byte() == 0x1F, try byte() == 0x8B, try byte() == 8 else { throw fault() }
        let flags = try byte()
        guard flags < 32 else { throw fault() }
        for _ in 0..<6 { _ = try byte() }
        if flags & 4 != 0 {
            for _ in 0..<(try pair()) { _ = try byte() }
        }
        // Skip the name of the file, and a comment.
        for flag in [8, 16] where flags & flag != 0 {
            while try byte() != 0 {}
        }
        guard flags & 2 != 0 else { return }
        let sum = Self.crc32(input[..<index]) & 0xFFFF
        guard try pair() == Int(sum) else { throw fault() }
    }

    private mutating func check(_ wanted: UInt32) throws(Fault) {
        var found: UInt32 = 0
        for shift in 0..<4 { found |= UInt32(try byte()) << (8 * shift) }
        guard found == wanted else { throw fault() }
    }

    // MARK: Bits

    private mutating func fill() {
        while bitCount <= 56, index < input.count {
            bits |= UInt64(input[index]) << UInt64(bitCount)
            (index, bitCount) = (index + 1, bitCount + 8)
        }
    }

    private mutating func take(_ count: Int) throws(Fault) -> Int {
        if bitCount < count { fill() }
        guard bitCount >= count else { throw fault(isEnd: true) }
        let value = Int(bits & (1 << UInt64(count) - 1))
        bits >>= UInt64(count)
        bitCount -= count
        return value
    }

    /// Continues at the next whole byte.
    private mutating func dropBits() {
        index -= bitCount / 8
        (bits, bitCount) = (0, 0)
    }

    // MARK: Blocks

    /// Reads a block; returns whether it is the last one.
    private mutating func block() throws(Fault) -> Bool {
        let isLast = try take(1) == 1
        switch try take(2) {
        case 0: try copyStored()
        case 1: try read(HuffmanTable.fixedLengths, HuffmanTable.fixedDistances)
        case 2:
            let (lengths, distances) = try tables()
            try read(lengths, distances)
        default: throw fault()
        }
        return isLast
    }

    private mutating func copyStored() throws(Fault) {
        dropBits()
        let (count, check) = (try pair(), try pair())
        guard count == check ^ 0xFFFF else { throw fault() }
        guard input.count - index >= count else { throw fault(isEnd: true) }
        try makeRoom(count)
        output += input[index..<index + count]
        index += count
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
    private mutating func tables() throws(Fault) -> (HuffmanTable, HuffmanTable) {
        let (count, distanceCount) = (try take(5) + 257, try take(5) + 1)
        var own = [UInt8](repeating: 0, count: 19)
        for place in Self.lengthOrder.prefix(try take(4) + 4) { own[place] = UInt8(try take(3)) }
        guard let code = HuffmanTable(own) else { throw fault() }
        var lengths: [UInt8] = []
        while lengths.count < count + distanceCount {
            let symbol = try symbol(code)
            switch symbol {
            case 16:
                guard let last = lengths.last else { throw fault() }
                lengths += repeatElement(last, count: try take(2) + 3)
            case 17: lengths += repeatElement(0, count: try take(3) + 3)
            case 18: lengths += repeatElement(0, count: try take(7) + 11)
            default: lengths.append(UInt8(symbol))
            }
        }
        guard lengths.count == count + distanceCount, lengths[256] != 0,
            let first = HuffmanTable(lengths[..<count]),
            let second = HuffmanTable(lengths[count...])
        else { throw fault() }
        return (first, second)
    }

    private mutating func symbol(_ table: HuffmanTable) throws(Fault) -> Int {
        if bitCount < 15 { fill() }
        let entry = table.entries[Int(bits & table.mask)]
        let length = Int(entry & 15)
        guard length > 0, length <= bitCount else {
            throw fault(isEnd: bitCount < 15 && index == input.count)
        }
        bits >>= UInt64(length)
        bitCount -= length
        return Int(entry >> 4)
    }

    /// Reads the content of a block: bytes, and repetitions of earlier bytes.
    private mutating func read(
        _ lengths: HuffmanTable, _ distances: HuffmanTable
    ) throws(Fault) {
        while true {
            let symbol = try symbol(lengths)
            if symbol < 256 {
                if output.count >= limit { try makeRoom(1) }
                output.append(UInt8(symbol))
                continue
            }
            if symbol == 256 { return }
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

/// The symbols of a Huffman code, by the next bits.
private struct HuffmanTable {
    /// The symbol and the length of its code, for each value of as many bits as the longest code.
    let entries: [UInt16]
    let mask: UInt64

    static let fixedLengths = HuffmanTable(
        unchecked: (0..<288).map {
            $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8
        })
    static let fixedDistances = HuffmanTable(unchecked: Array(repeating: 5, count: 32))

    /// - Parameter lengths: The length of each symbol's code; 0 if it has none.
    /// - Returns: `nil` if there are too many or too few codes for the lengths; a single code is
    ///   allowed.
    init?(_ lengths: some Collection<UInt8>) {
        var room = 1 << 15
        for length in lengths where length > 0 { room -= 1 << (15 - Int(length)) }
        guard room == 0 || room > 0 && lengths.count(where: { $0 > 0 }) <= 1 else { return nil }
        self.init(unchecked: Array(lengths))
    }

    private init(unchecked lengths: [UInt8]) {
        let longest = Int(lengths.max() ?? 0)
        var entries = [UInt16](repeating: 0, count: 1 << longest)
        var code = 0
        for length in stride(from: 1, through: longest, by: 1) {
            for (symbol, own) in lengths.enumerated() where own == length {
                // The first bit of a code is the lowest bit.
                let reversed = (0..<length).reduce(0) { $0 << 1 | code >> $1 & 1 }
                for place in stride(from: reversed, to: entries.count, by: 1 << length) {
                    entries[place] = UInt16(symbol) << 4 | UInt16(length)
                }
                code += 1
            }
            code <<= 1
        }
        self.entries = entries
        mask = UInt64(entries.count - 1)
    }
}

// MARK: - Checksums

extension Inflate {
    private static let crcTable: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { sum, _ in
            sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1
        }
    }

    static func crc32(_ bytes: some Sequence<UInt8>) -> UInt32 {
        let table = crcTable
        return ~bytes.reduce(~0) { table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] ^ $0 >> 8 }
    }

    static func adler32(_ bytes: some Sequence<UInt8>) -> UInt32 {
        var (low, high): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        return high << 16 | low
    }
}
