public import Barricade
import BarricadeSurfaces

extension BarricadeRequest {
    /// The request as a `curl` command for a POSIX shell, with secrets masked.
    ///
    /// ```swift
    /// print(try barricade.requests(for: "Login").last?.request.curl ?? "no request")
    /// ```
    ///
    /// Values of query items, form fields and JSON members with secret-looking names are masked,
    /// and so are tokens and all header fields but those that never hold secrets. A body that is
    /// neither JSON nor a form is left out: the command, with a comment, reads it from a file.
    public var curl: String { curlCommand }
}
