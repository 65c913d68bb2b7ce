extension CannedResponse {
    /// Returns the response with more header fields, but for those that it has already.
    func adding(_ headers: HTTP.Headers) -> CannedResponse {
        changingReplies { reply in
            for field in headers.fields where reply.headers[field.name] == nil {
                reply.headers.append(field.name, field.value)
            }
        }
    }
}
