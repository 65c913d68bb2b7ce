import Barricade
import Foundation

/// A parser of the requests on a connection (RFC 9112).
///
/// Append bytes as they arrive, then ask for the next event. It is strict: it refuses input that
/// two parsers could understand differently.
struct RequestReader {
    /// The result of parsing the bytes so far.
    enum Event {
        /// More bytes are needed.
        case incomplete
        /// The client waits for `100 Continue`.
        case expectation
        case request(LoopbackServer.Request, RequestHead)
        case refusal(Refusal)
    }

    /// The part of a request that is being read.
    private enum Part {
        case requestLine
        case fields
        case body(Int)
        case chunkLine
        case chunk(Int)
        case chunkEnd
        case trailers
        case refused
    }

    private let limits: LoopbackServer.Limits
    private let policy: LoopbackServer.OriginPolicy
    private var input = LineBuffer()
    private var part = Part.requestLine
    private var hasSkippedLine = false
    private var line: RequestLine?
    private var fields: [HTTP.Headers.Field] = []
    private var fieldCount = 0
    private var fieldBytes = 0
    private var head: RequestHead?
    private var body = Data()

    init(limits: LoopbackServer.Limits, policy: LoopbackServer.OriginPolicy) {
        self.limits = limits
        self.policy = policy
    }

    /// The number of received bytes that are not yet parsed.
    var waitingBytes: Int { input.count }

    /// The number of bytes of the body that is being read.
    var bodyBytes: Int { body.count }

    /// Whether a request has begun whose header fields are incomplete.
    var isInHead: Bool {
        switch part {
        case .requestLine: !input.isEmpty
        case .fields: true
        default: false
        }
    }

    /// Whether a request has begun.
    var isInRequest: Bool {
        if case .requestLine = part { return isInHead }
        return true
    }

    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        input.append(bytes)
    }

    /// Parses an event; ask again after all but ``Event/incomplete`` and ``Event/refusal(_:)``.
    mutating func next() -> Event {
        do throws(Refusal) {
            while true {
                if let event = try step() { return event }
            }
        } catch {
            refuse()
            return .refusal(error)
        }
    }

    /// Forgets the request that is being read, and reads no more.
    mutating func refuse() {
        (part, body) = (.refused, Data())
    }

    /// Parses one line or piece; returns `nil` if there is no event yet but more to parse.
    private mutating func step() throws(Refusal) -> Event? {
        switch part {
        case .requestLine:
            // Old clients send an empty line before a request (RFC 9112, section 2.2).
            if !hasSkippedLine { hasSkippedLine = input.dropEmptyLine() }
            guard let line = try input.nextLine(limit: limits.requestLine, otherwise: .longTarget)
            else { return .incomplete }
            self.line = try RequestLine(line)
            part = .fields
        case .fields:
            guard let line = try nextFieldLine() else { return .incomplete }
            if line.isEmpty { return try finishHead() }
            fields.append(try HTTP.Headers.Field(line: line))
        case .body(let left):
            let taken = input.take(upTo: left)
            body.append(contentsOf: taken)
            guard taken.count == left else {
                part = .body(left - taken.count)
                return .incomplete
            }
            return finishRequest()
        case .chunkLine:
            guard let size = try nextChunkSize() else { return .incomplete }
            guard size <= limits.body - body.count else { throw .bodyTooLarge(limits.body) }
            part = size == 0 ? .trailers : .chunk(size)
        case .chunk(let left):
            let taken = input.take(upTo: left)
            body.append(contentsOf: taken)
            part = taken.count == left ? .chunkEnd : .chunk(left - taken.count)
            if taken.count < left { return .incomplete }
        case .chunkEnd:
            guard let line = try input.nextLine(limit: 0, otherwise: .badChunk) else {
                return .incomplete
            }
            guard line.isEmpty else { throw .badChunk }
            part = .chunkLine
        case .trailers:
            // Trailers are parsed like header fields, and discarded.
            guard let line = try nextFieldLine() else { return .incomplete }
            if line.isEmpty { return finishRequest() }
            _ = try HTTP.Headers.Field(line: line)
        case .refused:
            return .incomplete
        }
        return nil
    }

    /// Takes the next line of header fields or trailers, which is empty after the last one; `nil` if
    /// it is incomplete.
    private mutating func nextFieldLine() throws(Refusal) -> [UInt8]? {
        guard
            let line = try input.nextLine(limit: limits.headers - fieldBytes, otherwise: .longHead)
        else { return nil }
        guard !line.isEmpty else { return line }
        fieldBytes += line.count + 2
        fieldCount += 1
        guard fieldCount <= limits.headerFields, fieldBytes <= limits.headers else {
            throw .longHead
        }
        return line
    }

    private mutating func finishHead() throws(Refusal) -> Event? {
        guard let line else { return nil }
        let head = try RequestHead(
            line: line, fields: fields, servesWithoutHost: policy.servesWithoutHost,
            bodyLimit: limits.body)
        if let refusal = policy.refusal(of: head) { throw refusal }
        self.head = head
        switch head.framing {
        case .length(let count): part = .body(count)
        case .chunks: part = .chunkLine
        }
        let hasBody = head.framing != .length(0)
        return head.expectsContinue && hasBody && input.isEmpty ? .expectation : nil
    }

    private mutating func finishRequest() -> Event? {
        guard let head else { return nil }
        defer {
            (self.head, line, fields, fieldCount, fieldBytes, body) = (nil, nil, [], 0, 0, Data())
            (part, hasSkippedLine) = (.requestLine, false)
        }
        return .request(head.request(body: body), head)
    }

    /// Parses the line before a chunk: its size in hexadecimal digits, and extensions, which are
    /// ignored.
    private mutating func nextChunkSize() throws(Refusal) -> Int? {
        guard let line = try input.nextLine(limit: 256, otherwise: .badChunk) else { return nil }
        let digits = line.prefix { $0 != UInt8(ascii: ";") }
        guard (1...16).contains(digits.count),
            digits.allSatisfy({ UnicodeScalar($0).properties.isASCIIHexDigit }),
            let size = Int(String(decoding: digits, as: UTF8.self), radix: 16)
        else { throw .badChunk }
        return size
    }
}

extension HTTP.Headers.Field {
    /// Reads a field's line (RFC 9112, section 5).
    fileprivate init(line: [UInt8]) throws(Refusal) {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > 0,
            // No space before the colon, nor before the name, which was once a folded line.
            line[..<colon].allSatisfy(HTTP.Headers.isTokenByte)
        else { throw .malformed("A header field has no valid name.") }
        let isBlank = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        let value = line[(colon + 1)...].drop(while: isBlank)
        let end = value.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? value.startIndex
        guard value.allSatisfy({ ($0 >= 0x20 && $0 != 0x7F) || $0 == UInt8(ascii: "\t") }) else {
            throw .malformed("A header field holds a control character.")
        }
        self.init(
            String(decoding: line[..<colon], as: UTF8.self),
            String(decoding: value[..<end], as: UTF8.self))
    }
}
