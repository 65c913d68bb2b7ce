extension CannedResponse {
    /// Returns the response with more header fields, except those that it already has.
    func adding(_ headers: HTTP.Headers) -> CannedResponse {
        changingReplies { reply in
            for field in headers.fields where reply.headers[field.name] == nil {
                reply.headers.append(field.name, field.value)
            }
        }
    }
}
