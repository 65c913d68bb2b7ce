import Barricade
import BarricadeCommon

extension JSONValue {
    /// Returns the value with a merge patch applied (RFC 7396, section 2).
    ///
    /// Members of the patch replace those of the value; nested objects merge in the same way. A
    /// `null` removes a member. A patch that is not an object replaces the whole value.
    func merged(with patch: JSONValue) -> JSONValue {
        guard let changes = patch.object else { return patch }
        var members = object ?? [:]
        for (key, change) in changes {
            if change == .null {
                members.removeValue(forKey: key)
            } else {
                members[key] = (members[key] ?? .null).merged(with: change)
            }
        }
        return .object(members)
    }
}
