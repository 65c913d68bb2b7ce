/// The extension of a path's last segment, in lower case and without its dot.
package struct PathExtensionClause: Clause {
    package let pathExtension: String

    package func matches(_ request: BarricadeRequest) -> Bool {
        request.pathExtension == pathExtension
    }

    package var subject: String { "path extension" }

    package func difference(from request: BarricadeRequest) -> Difference {
        Difference(subject, pathExtension, got: request.pathExtension)
    }

    package func described(isMasked: Bool) -> String { "path extension is \(pathExtension)" }
    package var weight: Double { 0.3 }
}

extension RequestMatcher {
    /// Matches the extension of the path's last segment, with its dot or without, in any case.
    public static func pathExtension(_ pathExtension: String) -> RequestMatcher {
        let name = pathExtension.hasPrefix(".") ? pathExtension.dropFirst() : pathExtension[...]
        return RequestMatcher(PathExtensionClause(pathExtension: name.lowercased()))
    }
}
