import Barricade
import Testing

extension URLRequest {
    /// Makes a POST request with a body.
    static func posting(
        _ body: Data?, to url: String = "\(api)/upload", as contentType: String? = nil
    ) throws -> URLRequest {
        var request = URLRequest(url: try URL(url))
        request.httpMethod = "POST"
        request.httpBody = body
        if let contentType { request.setValue(contentType, forHTTPHeaderField: "Content-Type") }
        return request
    }

    static func posting(
        _ body: String, to url: String = "\(api)/upload", as contentType: String? = nil
    ) throws -> URLRequest {
        try posting(Data(body.utf8), to: url, as: contentType)
    }
}

extension BarricadeRequest {
    /// Makes a POST request with a body, for readers and matchers to try.
    static func posting(
        _ body: Data?, to url: String = "\(api)/upload", as contentType: String? = nil
    ) throws -> BarricadeRequest {
        let request = try URLRequest.posting(body, to: url, as: contentType)
        return try #require(BarricadeRequest(request))
    }

    static func posting(
        _ body: String, to url: String = "\(api)/upload", as contentType: String? = nil
    ) throws -> BarricadeRequest {
        try posting(Data(body.utf8), to: url, as: contentType)
    }

    /// Returns what a reader of the body says against it.
    func fault(
        _ read: (BarricadeRequest) throws -> some Any,
        sourceLocation: SourceLocation = #_sourceLocation
    ) -> String? {
        #expect(throws: BarricadeError.self, sourceLocation: sourceLocation) { try read(self) }?
            .message
    }
}
