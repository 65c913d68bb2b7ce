extension JSONValue {
    /// Returns the value with a merge patch applied (RFC 7396, section 2).
    ///
    /// Members of the patch replace those of the value, objects within objects one by one; `null`
    /// takes a member away. A patch that is no object replaces the value as a whole.
    func merged(with patch: JSONValue) -> JSONValue {
        guard case .object(let changes) = patch else { return patch }
        var members: [String: JSONValue] = [:]
        if case .object(let current) = self { members = current }
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
