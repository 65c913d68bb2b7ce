// swift-format-ignore-file

import Barricade

@testable import TestSupport

/// What people paste: each text is what a draft copies, character by character.
enum CopiedSwift {
    static var all: [ResponseSet] {
        [set] + [text, bytes, error].map { response in
            ResponseSet("Book", on: .get("/b"), responses: [response])
        }
    }

    static var set: ResponseSet {
// Copied:
ResponseSet("Sold \"Out\"", on: .get("https://api.example.com/books/:id")) {
CannedResponse("Two\\Lines", status: 410, headers: ["Retry-After": "60", "X": "\""], jsonText: #"""
{
  "name": "Fog",
  "about": "long long long long long long long long long long long long long long long long long long long long ",
  "n": 1.50
}
"""#, delay: 0.5)
}
// End
    }

    static var text: CannedResponse {
// Copied:
CannedResponse("Text", text: ##"""
a\n"""#
	b
"""##)
// End
    }

    static var bytes: CannedResponse {
// Copied:
CannedResponse("Bytes", body: .data(Data(base64Encoded: "AAEC") ?? Data()))
// End
    }

    static var error: CannedResponse {
// Copied:
CannedResponse("Offline", error: .notConnectedToInternet)
// End
    }
}
