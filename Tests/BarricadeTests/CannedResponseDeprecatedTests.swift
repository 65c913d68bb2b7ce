import Barricade
import Foundation
import Testing

/// Text given to `json:` is JSON text, not a JSON string, be it a literal or a variable.
@Suite(.timeLimit(.minutes(5))) struct CannedResponseDeprecatedTests {
    @available(*, deprecated)
    private static func responses() -> [CannedResponse] {
        let text = #"{"a":1}"#
        let (number, absent) = (1, nil as String?)
        return [
            CannedResponse(json: #"{"a":1}"#), CannedResponse(json: "{\"a\":\(number)}"),
            CannedResponse(json: text), CannedResponse(json: absent ?? text),
            CannedResponse(json: "{" + "\"a\":1}"),
            CannedResponse(body: .json("{\"a\":1}")), CannedResponse(body: .json(text)),
        ]
    }

    /// Calls what is deprecated without a warning.
    private protocol Maker {
        static func make() -> [CannedResponse]
    }

    private enum Deprecated: Maker {
        @available(*, deprecated)
        static func make() -> [CannedResponse] { responses() }
    }

    @Test func textIsJSONText() async throws {
        let maker: any Maker.Type = Deprecated.self
        let responses = maker.make()
        #expect(responses.count == 7)
        for response in responses {
            let barricade = Barricade(ResponseSet("Set", on: .any) { response })
            #expect(try await barricade.session.get(api).text == #"{"a":1}"#)
        }
    }
}
