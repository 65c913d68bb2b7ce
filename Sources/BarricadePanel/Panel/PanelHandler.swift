import Barricade
import Foundation
import LoopbackServer

/// The handler of a panel's requests: the page needs no token, the API does.
struct PanelHandler: Sendable {
    let token: AccessToken
    let api: PanelAPI

    func answer(_ request: LoopbackServer.Request) async -> LoopbackServer.Response {
        let isForAPI = request.path == "/api" || request.path.hasPrefix("/api/")
        var response = isForAPI ? await apiAnswer(request) : pageAnswer(request)
        for field in Self.protection.fields { response.headers[field.name] = field.value }
        // Only the files whose names have a digest say otherwise.
        if response.headers["Cache-Control"] == nil {
            response.headers["Cache-Control"] = "no-store"
        }
        return response
    }

    private func apiAnswer(_ request: LoopbackServer.Request) async -> LoopbackServer.Response {
        guard token.admits(request.headers) else {
            return .problem(
                Problem(
                    """
                    The token of this panel is missing, or it is that of another panel.

                    To fix: use the whole address of the panel, which ends in #token=…; other \
                    programs send the field Authorization: Bearer, with that token
                    """, .unauthorized, .unauthorized))
        }
        return await api.answer(request)
    }

    private func pageAnswer(_ request: LoopbackServer.Request) -> LoopbackServer.Response {
        guard request.method == .get || request.method == .head else {
            var response = LoopbackServer.Response.text(
                "The page is only read.\n", status: 405)
            response.headers["Allow"] = "GET, HEAD"
            return response
        }
        let path = request.path == "/" ? "index.html" : String(request.path.dropFirst())
        guard let file = PageFiles.all.first(where: { $0.path == path }) else {
            return .text("There is no such file.\n", status: .notFound)
        }
        var headers: HTTP.Headers = ["Content-Type": file.contentType]
        if path != "index.html" { headers["Cache-Control"] = "max-age=31536000, immutable" }
        return LoopbackServer.Response(headers: headers, body: .data(Data(file.text.utf8)))
    }

    /// The header fields that keep other sites from reading, framing and altering the page.
    private static let protection: HTTP.Headers = [
        "Content-Security-Policy": """
        default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; \
        img-src data: blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'
        """,
        "Cross-Origin-Resource-Policy": "same-origin",
        "Cross-Origin-Opener-Policy": "same-origin",
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
    ]
}

/// A file of the panel's page: its HTML, its style sheet, or its script.
package struct PageFile: Sendable {
    /// The path below the root, without a slash in front: `index.html`; with a digest of its content if
    /// browsers may keep it.
    package let path: String
    /// The media type, with the encoding.
    package let contentType: String
    /// The content.
    package let text: String
}
