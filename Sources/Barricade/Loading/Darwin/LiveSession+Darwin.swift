#if canImport(Darwin)
import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// A class registered for the whole process is asked about the requests of every session, so those
// that have passed through are marked.
extension URLRequest {
    /// Returns the request for the loaders behind a barricade.
    func passed(by loadClass: BarricadeProtocol.Type) -> URLRequest {
        guard let copy = (self as NSURLRequest).mutableCopy() as? NSMutableURLRequest else {
            return self
        }
        URLProtocol.setProperty(true, forKey: Self.key(of: loadClass), in: copy)
        return copy as URLRequest
    }

    /// Returns whether the request has already passed through a barricade.
    func hasPassed(_ loadClass: BarricadeProtocol.Type) -> Bool {
        URLProtocol.property(forKey: Self.key(of: loadClass), in: self) != nil
    }

    private static func key(of loadClass: BarricadeProtocol.Type) -> String {
        "Barricade.hasPassed.\(UInt(bitPattern: ObjectIdentifier(loadClass)))"
    }
}
#endif
