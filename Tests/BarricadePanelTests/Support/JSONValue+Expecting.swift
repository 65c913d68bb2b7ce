import Barricade
import Testing

/// Expects that JSON has all that another has, perhaps among other members; `null` is for members
/// that are not there.
func expect(
    _ json: JSONValue?, has part: JSONValue, sourceLocation: SourceLocation = #_sourceLocation
) {
    #expect((json ?? .null).restricted(to: part) == part, sourceLocation: sourceLocation)
}

extension JSONValue {
    /// Returns it with only those members of its objects that another value has too.
    fileprivate func restricted(to part: JSONValue) -> JSONValue {
        if let wanted = part.object, object != nil {
            return .object(
                Dictionary(
                    uniqueKeysWithValues: wanted.map { name, value in
                        (name, (self[name] ?? .null).restricted(to: value))
                    }))
        }
        if let wanted = part.array, let found = array, wanted.count == found.count {
            return .array(zip(found, wanted).map { $0.restricted(to: $1) })
        }
        return self
    }
}
