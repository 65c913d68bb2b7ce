/// Content types by file extension, the same on every platform.
package enum MediaType {
    package static let json = "application/json"
    package static let text = "text/plain; charset=utf-8"
    package static let unknown = "application/octet-stream"

    /// Returns the content type for a file's extension, without the dot, ignoring case.
    package static func forExtension(_ pathExtension: String) -> String {
        byExtension[pathExtension.lowercased()] ?? unknown
    }

    /// Returns the usual file extension of a content type, without the dot; `bin` if it has none.
    package static func fileExtension(of type: ContentType?) -> String {
        guard let name = type?.name else { return "bin" }
        if let known = extensionsByName[name] { return known }
        // Obsolete names of text/javascript are still common (RFC 9239).
        if name.hasSuffix("javascript") { return "js" }
        if name.hasSuffix("+json") { return "json" }
        if name.hasSuffix("+xml") || name == "text/xml" { return "xml" }
        return name.hasPrefix("text/") ? "txt" : "bin"
    }

    private static let extensionsByName = Dictionary(
        byExtension.orderedKeys.compactMap { fileExtension in
            ContentType(parsing: forExtension(fileExtension)).map { ($0.name, fileExtension) }
        }
    ) { first, second in
        ["htm", "jpeg", "proto", "yaml"].contains(first) ? second : first
    }

    private static let byExtension: [String: String] = [
        "aac": "audio/aac", "avif": "image/avif", "bin": unknown, "bmp": "image/bmp",
        "css": "text/css; charset=utf-8", "csv": "text/csv; charset=utf-8",
        "geojson": "application/geo+json", "gif": "image/gif", "gz": "application/gzip",
        "heic": "image/heic", "htm": "text/html; charset=utf-8",
        "html": "text/html; charset=utf-8", "ico": "image/vnd.microsoft.icon",
        "ics": "text/calendar; charset=utf-8", "jpeg": "image/jpeg", "jpg": "image/jpeg",
        "js": "text/javascript; charset=utf-8", "json": json, "jsonld": "application/ld+json",
        "m3u8": "application/vnd.apple.mpegurl", "m4a": "audio/mp4", "m4v": "video/x-m4v",
        "md": "text/markdown; charset=utf-8", "mov": "video/quicktime", "mp3": "audio/mpeg",
        "mp4": "video/mp4", "ogg": "audio/ogg", "otf": "font/otf", "pdf": "application/pdf",
        "plist": "application/x-plist", "png": "image/png", "proto": text,
        "svg": "image/svg+xml", "tiff": "image/tiff", "ts": "video/mp2t", "ttf": "font/ttf",
        "txt": text, "usdz": "model/vnd.usdz+zip", "vtt": "text/vtt; charset=utf-8",
        "wasm": "application/wasm", "wav": "audio/wav", "webm": "video/webm",
        "webp": "image/webp", "woff": "font/woff", "woff2": "font/woff2",
        "xml": "application/xml", "yaml": "application/yaml", "yml": "application/yaml",
        "zip": "application/zip",
    ]
}
