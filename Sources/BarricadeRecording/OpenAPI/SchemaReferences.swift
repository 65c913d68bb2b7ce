import Barricade
import BarricadeCommon
import BarricadeFolder
import Foundation

/// What the references in a document lead to.
///
/// A class, since it keeps what they name. A generic schema that is bound to others is a copy: it has
/// other places, as if the document followed itself once for each binding.
final class SchemaReferences {
    /// A part in which names have a meaning of their own: the document, a schema with an `$id`, or
    /// one that is in no other schema.
    private struct Resource {
        let node: JSONNode
        let parent: Int
        /// The one around it with a URI, to which references in it are relative.
        let base: Int
        var uri = ""
        var anchors: [String: JSONNode] = [:]
        var dynamicAnchors: [String: JSONNode] = [:]
    }

    private struct Key: Hashable {
        let reference: String
        let isDynamic: Bool
        let resource: Int
        let scope: Int
    }

    /// A resource, or any of those that have a dynamic anchor.
    private enum Step: Hashable {
        case resource(Int)
        case anchor(String)
    }

    /// Where a part of a document stands.
    private enum Place {
        case outside
        case schemas
        case root
        case schema

        /// Returns where a member stands, or an element.
        func inner(_ key: String) -> Place {
            switch self {
            case .schemas: .root
            case .root, .schema: .schema
            case .outside where key == "schema" || key == "itemSchema": .root
            case .outside: key == "schemas" ? .schemas : .outside
            }
        }
    }

    /// Whether parts have names of their own, which may mean something else in another resource.
    private(set) var areNamed = false
    private var targets: [Key: JSONNode] = [:]
    /// The places of the members of large objects, by the places of the objects.
    private var members: [Int: [String: Int]] = [:]
    /// The resources in the order of the document, which is the first.
    private var resources: [Resource] = []
    private var resourcesByURI: [String: Int] = [:]
    private var referring: [(schema: JSONNode, resource: Int)] = []
    /// The names of the dynamic references to which resources lead.
    private var names: [Step: Set<String>] = [:]
    /// The schemas that generic ones are bound to, by their anchors; the first scope has none.
    private var scopes: [[String: JSONNode]] = [[:]]
    private var scopeNumbers: [[String: Int]: Int] = [:]
    private let size: Int
    private var steps = 0

    /// The most steps with generic schemas, about one for each byte that is copied.
    private static let mostSteps = 16 << 20

    /// - Parameter data: The text of the document.
    init(_ root: JSONNode, _ data: Data) {
        size = max(root.range.upperBound, 1)
        _ = addResource(root, in: 0, root["$self"]?.string)
        if !Self.mayHaveNames(data) { return }
        read(root, in: 0, .outside)
        areNamed = resources.contains { $0.base > 0 || !$0.anchors.isEmpty }
        addNames()
    }

    /// Returns whether a text has keys that name parts; most have none, and need not be read.
    private static func mayHaveNames(_ data: Data) -> Bool {
        data.withUnsafeBytes { bytes in
            let bytes = bytes.assumingMemoryBound(to: UInt8.self)
            var start = 0
            while let mark = bytes.offset(of: "$", in: start..<bytes.count) {
                start = mark + 1
                let rest = bytes[start...].prefix(15)
                let keys = ["id\"", "anchor\"", "dynamicAnchor\""]
                if keys.contains(where: { rest.starts(with: $0.utf8) }) { return true }
            }
            return false
        }
    }

    /// Returns the place in the document of a part, also of a copy.
    func place(of part: JSONNode) -> Int { part.offset % size }

    /// Returns the node that the reference of a node names; the node itself if it has none.
    func target(of node: JSONNode) throws -> JSONNode {
        guard let reference = node.reference else { return node }
        let (scope, resource) = (node.offset / size, resource(at: place(of: node)))
        let isDynamic = areNamed && node.member("$ref") == nil
        let key = Key(
            reference: reference, isDynamic: isDynamic, resource: resource, scope: scope)
        if let known = targets[key] { return known }
        var (target, anchor) = try part(named: reference, from: resource)
        if !names.isEmpty {
            // The outermost binding counts.
            let outer = { [self] (anchor: String) in
                scopes[scope][anchor] ?? resources[resource].dynamicAnchors[anchor]
            }
            var entered = self.resource(at: target.offset)
            if isDynamic, let anchor, resources[entered].dynamicAnchors[anchor] != nil {
                target = outer(anchor) ?? target
                entered = self.resource(at: target.offset)
            }
            // A schema that leads to no generic one is the same everywhere.
            var bound: [String: JSONNode] = [:]
            for anchor in names[.resource(entered)] ?? [] {
                bound[anchor] = outer(anchor) ?? resources[entered].dynamicAnchors[anchor]
            }
            target = try copy(of: target, bound)
        }
        targets[key] = target
        return target
    }

    /// Returns the copy of a part that is bound to certain schemas; the part itself for none.
    private func copy(of part: JSONNode, _ bound: [String: JSONNode]) throws -> JSONNode {
        guard !bound.isEmpty else { return part }
        steps += part.range.count + 100 * bound.count
        guard steps < Self.mostSteps else {
            throw PassingReason("its generic schemas are bound in too many ways")
        }
        let scope = scopeNumbers.value(bound.mapValues(\.offset)) {
            scopes.append(bound)
            return scopes.count - 1
        }
        return part.moved(by: scope * size)
    }

    /// Returns a member of an object that may have many.
    func member(_ key: String, of node: JSONNode) -> JSONNode? {
        guard node.members.count > 8, !node.range.isEmpty else { return node.member(key) }
        let all = node.members
        let place = members.value(node.offset) {
            Dictionary(all.indices.map { (all[$0].key, $0) }) { first, _ in first }
        }[key]
        return place.map { all[$0].value }
    }

    // MARK: Names

    /// Returns the part that a reference in a resource names, and its anchor, if it names one.
    private func part(
        named reference: String, from resource: Int
    ) throws -> (node: JSONNode, anchor: String?) {
        let parts = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let fragment = parts.count > 1 ? String(parts[1]) : ""
        guard let owner = parts[0].isEmpty ? resource : self.resource(named: parts[0], resource)
        else {
            throw PassingReason(
                "it refers to another file; join them with npx @redocly/cli bundle")
        }
        let pointer = JSONPath(pointer: fragment.removingPercentEncoding ?? fragment)
        // Many schemas with an `$id` refer to parts of the document all the same.
        for place in [pointer == nil ? owner : resources[owner].base, 0] {
            let found = pointer?.steps.compactMap(\.key).reduce(Optional(resources[place].node)) {
                node, key in node.flatMap { part(key, of: $0) }
            }
            if let found { return (found, nil) }
            if let found = resources[place].anchors[fragment] { return (found, fragment) }
        }
        let shown = reference.shortened(to: 100).debugDescription
        throw PassingReason("it refers to \(shown), which is not in the document")
    }

    /// Returns the part at a step of a JSON pointer.
    private func part(_ key: String, of node: JSONNode) -> JSONNode? {
        let index = Int(key).flatMap { $0 >= 0 && "\($0)" == key ? $0 : nil }
        let element = index.flatMap { node.elements.dropFirst($0).first }
        return element ?? member(key, of: node)
    }

    /// Returns the innermost resource around a place.
    private func resource(at offset: Int) -> Int {
        var (low, high) = (0, resources.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if resources[middle].node.offset <= offset { low = middle } else { high = middle }
        }
        while low > 0, resources[low].node.range.upperBound <= offset {
            low = resources[low].parent
        }
        return low
    }

    private func resource(named name: Substring, _ resource: Int) -> Int? {
        // Without a base, names end alike, whatever they are relative to.
        resourcesByURI[uri(name, in: resource)]
            ?? resourcesByURI[String(name.drop { "./".contains($0) })]
    }

    private func uri(_ name: some StringProtocol, in resource: Int) -> String {
        let base = URL(string: resources[resources[resource].base].uri)
        return URL(string: String(name), relativeTo: base)?.absoluteString ?? String(name)
    }

    // MARK: Reading

    private func addResource(_ node: JSONNode, in parent: Int, _ name: String?) -> Int {
        let index = resources.count
        let base = name == nil && index > 0 ? resources[parent].base : index
        resources.append(Resource(node: node, parent: parent, base: base))
        guard let name = name?.prefix(while: { $0 != "#" }) else { return index }
        let uri = uri(name, in: parent)
        resources[index].uri = uri
        resourcesByURI[uri] = index
        let last = uri.split(separator: "/").last.map(String.init) ?? ""
        resourcesByURI[last] = resourcesByURI[last] ?? index
        return index
    }

    private func read(_ node: JSONNode, in resource: Int, _ place: Place) {
        for element in node.elements { read(element, in: resource, place.inner("")) }
        guard case .object(let members) = node.content else { return }
        // In older drafts, it may be an anchor.
        let name = node.member("$id")?.string
        let id = name?.hasPrefix("#") == true ? nil : name
        let isNew = id != nil || place == .root
        let resource = isNew ? addResource(node, in: resource, id) : resource
        let dynamicAnchor = node.member("$dynamicAnchor")?.string
        if let dynamicAnchor { resources[resource].dynamicAnchors[dynamicAnchor] = node }
        let old = id == nil ? name.map { String($0.dropFirst()) } : nil
        for anchor in [dynamicAnchor, node.member("$anchor")?.string, old].compactMap(\.self) {
            // One that is nowhere near may be found from the whole document.
            for place in [resource, resources[resource].base, 0] {
                resources[place].anchors[anchor] = resources[place].anchors[anchor] ?? node
            }
        }
        if node.reference != nil { referring.append((node, resource)) }
        for member in members { read(member.value, in: resource, place.inner(member.key)) }
    }

    /// Adds the names of dynamic references to all resources that lead to them.
    private func addNames() {
        guard resources.contains(where: { !$0.dynamicAnchors.isEmpty }) else { return }
        var sources: [Step: [Step]] = [:]
        var rest: [(step: Step, name: String)] = []
        for (index, resource) in resources.enumerated() {
            sources[.resource(index), default: []].append(.resource(resource.parent))
            for name in resource.dynamicAnchors.keys {
                sources[.resource(index), default: []].append(.anchor(name))
            }
        }
        for (schema, resource) in referring {
            guard let reference = schema.reference,
                let (node, anchor) = try? part(named: reference, from: resource)
            else { continue }
            let step = Step.resource(resource)
            sources[.resource(self.resource(at: node.offset)), default: []].append(step)
            if schema.member("$ref") == nil, let anchor {
                sources[.anchor(anchor), default: []].append(step)
                rest.append((step, anchor))
            }
        }
        while let (step, name) = rest.popLast(), steps < Self.mostSteps {
            steps += 10
            guard names[step, default: []].insert(name).inserted else { continue }
            rest += sources[step, default: []].map { ($0, name) }
        }
    }
}
