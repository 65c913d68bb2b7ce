import Barricade
import Foundation

/// A text body and its encoding.
struct BodyText {
    /// The text, with its byte order mark.
    let text: String
    private let encoding: String.Encoding

    var isUTF8: Bool { encoding == .utf8 }

    /// Reads a body; `nil` if it is not text.
    ///
    /// - Parameter type: Its content type. Bytes that are not UTF-8 are text only if it says so,
    ///   and those of a binary format never.
    init?(_ data: Data, _ type: ContentType?) {
        if type?.isBinary == true { return nil }
        // JSON in UTF-16 without a mark has a zero in each second byte (RFC 4627, section 3).
        let isZero = data.prefix(4).map { $0 == 0 }
        if data.starts(with: [0xFF, 0xFE]) || isZero == [false, true, false, true] {
            encoding = .utf16LittleEndian
        } else if data.starts(with: [0xFE, 0xFF]) || isZero == [true, false, true, false] {
            encoding = .utf16BigEndian
        } else {
            // All other encodings contain ASCII; most images have bytes that text cannot have.
            let bytes = Array(data) + [0]
            guard Self.unreadable.distance(in: bytes) == data.count else { return nil }
            if let read = String(utf8: bytes.dropLast()) {
                (text, encoding) = (read, .utf8)
                return
            }
            let isMarkup = data.first { !$0.isSpace } == UInt8(ascii: "<")
            guard type?.isText == true || isMarkup && type?.isXML == true else { return nil }
            encoding = .isoLatin1
        }
        guard let read = String(data: data, encoding: encoding),
            read.utf8.allSatisfy(\.isReadable)
        else { return nil }
        text = read
    }

    private static let unreadable = ByteSet((0...UInt8.max).filter { !$0.isReadable })

    /// Returns another text in the same encoding.
    func data(of text: String) -> Data { text.data(using: encoding) ?? Data(text.utf8) }
}

extension ContentType {
    /// Whether bytes that are not UTF-8 are text: by its name, or since it has another charset.
    fileprivate var isText: Bool {
        name.hasPrefix("text/") || !words.isDisjoint(with: ["javascript", "json"])
            || parameters["charset"].map { !$0.lowercased().hasPrefix("utf") } == true
    }

    fileprivate var isXML: Bool { words.contains("xml") }

    var isHTML: Bool { name.has("html") }

    /// Whether it is that of a binary format, whose bytes may look like text.
    fileprivate var isBinary: Bool {
        !name.hasPrefix("text/") && name != MediaType.json
            && !words.isDisjoint(with: Self.binaryFormats)
    }

    private var words: Set<Substring> {
        Set(name.split { !$0.isLetter && !$0.isNumber }.dropFirst())
    }

    private static let binaryFormats: Set<Substring> = [
        "amf", "avro", "bplist", "bson", "capnproto", "cbor", "cose", "cwt", "eventstream",
        "fastinfoset", "flatbuffers", "grpc", "hessian", "ion", "java", "messagepack", "msgpack",
        "parquet", "pickle", "protobuf", "protobuffer", "smile", "thrift", "ubjson",
    ]
}

/// The first bytes that identify formats (WHATWG MIME Sniffing, section 6).
enum MediaSignature {
    /// Returns the content type of data; `nil` if it is unknown.
    static func type(of data: Data) -> String? {
        let bytes = [UInt8](data.prefix(64))
        for (offset, start, type) in signatures
        where bytes.dropFirst(offset).starts(with: start) {
            return type
        }
        // `ftypheic` follows the length of the box.
        guard bytes.dropFirst(4).starts(with: "ftyp".utf8) else { return nil }
        switch String(decoding: bytes.dropFirst(8).prefix(4), as: UTF8.self) {
        case "avif", "avis": return "image/avif"
        case "heic", "heix", "heim", "mif1", "msf1": return "image/heic"
        default: return "video/mp4"
        }
    }

    private static let signatures: [(offset: Int, start: [UInt8], type: String)] = [
        (0, [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], "image/png"),
        (0, [0xFF, 0xD8, 0xFF], "image/jpeg"),
        (0, Array("GIF8".utf8), "image/gif"),
        (8, Array("WEBP".utf8), "image/webp"),
        (0, [0x49, 0x49, 0x2A, 0x00], "image/tiff"),
        (0, [0x4D, 0x4D, 0x00, 0x2A], "image/tiff"),
        (0, [0x00, 0x00, 0x01, 0x00], "image/x-icon"),
        (0, [0x00, 0x00, 0x00, 0x0C, 0x4A, 0x58, 0x4C, 0x20], "image/jxl"),
        (0, [0xFF, 0x0A], "image/jxl"),
        (0, Array("wOFF".utf8), "font/woff"),
        (0, Array("wOF2".utf8), "font/woff2"),
        (0, Array("OTTO".utf8), "font/otf"),
        (0, [0x00, 0x01, 0x00, 0x00, 0x00], "font/ttf"),
        (0, Array("ttcf".utf8), "font/collection"),
        (0, Array("%PDF-".utf8), "application/pdf"),
        (0, [0x1F, 0x8B], "application/gzip"),
        (0, Array("PK\u{03}\u{04}".utf8), "application/zip"),
    ]
}
