package import Barricade
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension HTTP.Status {
    /// The meaning of the code in words, as the platform has them: `not found`.
    package var meaning: String {
        // Apple platforms call 200 "no error".
        rawValue == 200
            ? "OK" : HTTPURLResponse.localizedString(forStatusCode: rawValue).lowercased()
    }
}
