import Barricade
import BarricadeCommon
import Foundation

/// Places in JSON whose values differ from one reply to the next, such as times: `$..updatedAt`.
struct VolatilePaths: Sendable {
    private let paths: [JSONPath]

    /// Larger bodies are compared as bytes, since their tree would take too much memory.
    static let largestBody = 16 << 20

    init(_ paths: [JSONPath] = []) {
        self.paths = paths
    }

    /// Returns the tokens of JSON without volatile values; `nil` for a body of another kind.
    func comparableText(of body: Data) -> String? {
        node(of: body).map { Self.replacing($0, at: JSONPath.Walk(paths), with: nil).compact }
    }

    /// Returns a new body with the old values at these places; `nil` if there is nothing to keep.
    func body(_ new: Data, keeping old: Data) -> Data? {
        guard !paths.isEmpty, let newNode = node(of: new), let oldNode = node(of: old) else {
            return nil
        }
        let kept = Self.replacing(newNode, at: JSONPath.Walk(paths), with: oldNode)
        return Data(kept.laidOut.utf8)
    }

    private func node(of body: Data) -> JSONNode? {
        let first = body.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
        guard first == UInt8(ascii: "{") || first == UInt8(ascii: "["),
            body.count <= Self.largestBody
        else { return nil }
        return try? JSONNode.read(Array(body))
    }

    /// Replaces the values at the ends of a walk by those of another tree, or by `null`.
    private static func replacing(
        _ node: JSONNode, at walk: JSONPath.Walk, with other: JSONNode?
    ) -> JSONNode {
        if walk.isEmpty { return node }
        if walk.isAtEnd { return other ?? JSONNode(.null) }
        var node = node
        switch node.content {
        case .scalar:
            break
        case .array(let elements):
            let others = other?.elements ?? []
            node.content = .array(
                elements.enumerated().map { index, element in
                    // A new element has no old value.
                    guard other == nil || others.indices.contains(index) else { return element }
                    return replacing(
                        element, at: walk.entering(element: index, of: elements.count),
                        with: other == nil ? nil : others[index])
                })
        case .object(let members):
            let others = other?.members ?? []
            node.content = .object(
                members.map { member in
                    let found = others.first { $0.key == member.key }
                    guard other == nil || found != nil else { return member }
                    var member = member
                    member.value = replacing(
                        member.value, at: walk.entering(member: member.key), with: found?.value)
                    return member
                })
        }
        return node
    }
}
