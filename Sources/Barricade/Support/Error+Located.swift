import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension Error {
    /// Returns the error with its URL, as in errors of the URL loading system.
    func located(at url: URL?) -> any Error {
        guard let url, let error = self as? URLError, error.failingURL == nil else { return self }
        var userInfo = error.userInfo
        userInfo[NSURLErrorFailingURLErrorKey] = url
        return URLError(error.code, userInfo: userInfo)
    }
}
