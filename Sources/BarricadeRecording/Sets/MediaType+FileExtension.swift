import Barricade

extension MediaType {
    /// Returns the usual file extension of a content type, without the dot; `bin` if it has none.
    static func fileExtension(of type: ContentType?) -> String {
        guard let name = type?.name else { return "bin" }
        if let known = extensionsByName[name] { return known }
        // Obsolete names of text/javascript are still common (RFC 9239).
        if name.hasSuffix("javascript") { return "js" }
        if name.hasSuffix("+json") { return "json" }
        if name.hasSuffix("+xml") || name == "text/xml" { return "xml" }
        return name.hasPrefix("text/") ? "txt" : "bin"
    }

    private static let extensionsByName = Dictionary(
        byExtension.keys.sorted().compactMap { fileExtension in
            ContentType(parsing: forExtension(fileExtension)).map { ($0.name, fileExtension) }
        }
    ) { first, second in
        ["htm", "jpeg", "proto", "yaml"].contains(first) ? second : first
    }
}
