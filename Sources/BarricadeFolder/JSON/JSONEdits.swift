import Barricade
import Foundation

/// A JSON text with another value, in which what stays keeps its bytes.
struct JSONEdits {
    private let old: [UInt8]
    private var text = Data()
    /// The first byte of the old text that is not in the new one yet.
    private var next = 0

    /// Returns a text with the value of another one; `nil` if one of them is not JSON.
    ///
    /// - Parameter usual: The same as the old one, as the other one spells it.
    static func text(_ old: Data, thatSays usual: Data, changedTo new: Data) -> Data? {
        var edits = JSONEdits(old: Array(old))
        guard let node = try? JSONNode.read(edits.old) else { return nil }
        var roots = [usual, new].compactMap { try? JSONNode.read(Array($0)) }
        guard roots.count == 2 else { return nil }
        // It is for editors, and people may have left it out.
        if node.member("$schema") == nil {
            for index in roots.indices {
                let members = roots[index].members.filter { $0.key != "$schema" }
                roots[index].content = .object(members)
            }
        }
        edits.change(node, thatSays: roots[0], to: roots[1])
        return edits.text + edits.old[edits.next...]
    }

    /// An object of which only lists of named objects have changed stays, and so does such a list of
    /// which none has gone; all else is laid out anew.
    private mutating func change(_ node: JSONNode, thatSays usual: JSONNode, to new: JSONNode) {
        if usual.value == new.value { return }
        let members = usual.members.compactMap { member in
            new.member(member.key).map { (key: member.key, old: member.value, new: $0.value) }
        }
        let lists = members.filter { $0.old.value != $0.new.value }
        guard !lists.isEmpty,
            [members.count, members.count] == [usual.members.count, new.members.count],
            lists.allSatisfy({ $0.new.names.filter($0.old.names.contains) == $0.old.names }),
            lists.allSatisfy({ !$0.old.names.isEmpty && !$0.new.names.contains(nil) }),
            lists.allSatisfy({ node.member($0.key)?.value.names == $0.old.names })
        else { return put(laidOut(new, at: node.offset), in: node.range) }
        for list in lists {
            node.member(list.key).map { extend($0.value, thatSays: list.old, to: list.new) }
        }
    }

    private mutating func extend(
        _ list: JSONNode, thatSays usual: JSONNode, to new: JSONNode
    ) {
        var rest = Array(zip(list.elements, usual.elements))[...]
        let first = list.elements[0].offset
        let separator = "," + String(decoding: old[list.offset + 1..<first], as: UTF8.self)
        for element in new.elements {
            if let (own, usual) = rest.first, usual.name == element.name {
                change(own, thatSays: usual, to: element)
                rest.removeFirst()
            } else {
                let place = rest.first?.0.offset ?? list.elements.last?.range.upperBound ?? 0
                let text = laidOut(element, at: first)
                put(rest.isEmpty ? separator + text : text + separator, in: place..<place)
            }
        }
    }

    private mutating func put(_ new: String, in range: Range<Int>) {
        text += old[next..<range.lowerBound]
        text += new.utf8
        next = range.upperBound
    }

    /// Returns the text of a value that begins on a line of the old text.
    private func laidOut(_ node: JSONNode, at place: Int) -> String {
        let line = old[..<place].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        let spaces = old[line..<place].prefix { " \t".utf8.contains($0) }.count
        let layout = try? JSONLayout(Array(node.compactData))
        // Only the whole file has no level.
        let isRoot = old[..<place].allSatisfy(" \t\r\n".utf8.contains)
        return layout?.text(level: isRoot ? 0 : max(spaces / 2, 1), from: spaces) ?? ""
    }
}

extension JSONNode {
    fileprivate var names: [String?] { elements.map(\.name) }

    /// Its text, or that of its member "name" or "resource"; `nil` if it has none.
    fileprivate var name: String? {
        value.string ?? (member("name") ?? member("resource"))?.value.value.string
    }
}
