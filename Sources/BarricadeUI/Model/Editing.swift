import BarricadeSurfaces

/// A response while someone makes or edits it.
struct Editing: Sendable, Hashable {
    var draft: ResponseDraft
    /// The mistakes in the draft.
    var faults: [ResponseDraft.Fault] = []
    /// The reason why it could not be saved.
    var problem: String?
    private let original: ResponseDraft

    init(_ draft: ResponseDraft) {
        (self.draft, original) = (draft, draft)
    }

    /// Whether anything would be lost without saving.
    var isChanged: Bool { draft != original }

    /// Returns the mistakes in a field, in sentences.
    func faults(in field: ResponseDraft.Field) -> [String] {
        faults.filter { $0.field == field }.map(\.sentence)
    }
}

extension ResponseDraft {
    /// The pattern of a new set, for a field.
    var requests: String {
        get { pattern ?? "" }
        set { pattern = newValue }
    }

    /// Straightens a quotation mark that was just typed into JSON, as phones' keyboards curl them.
    mutating func straightenQuote(after earlier: String) {
        guard bodyKind == .json, 2...3 ~= body.utf8.count - earlier.utf8.count else { return }
        var rest = earlier.unicodeScalars[...]
        for place in body.unicodeScalars.indices
        where rest.popFirst() != body.unicodeScalars[place] {
            if "“”".unicodeScalars.contains(body.unicodeScalars[place]) {
                body.unicodeScalars.replaceSubrange(place...place, with: CollectionOfOne("\""))
            }
            return
        }
    }

    /// A row of the header fields; a row may be gone while its field is still drawn.
    subscript(header row: Int) -> Header {
        get { headers.indices.contains(row) ? headers[row] : Header() }
        set { if headers.indices.contains(row) { headers[row] = newValue } }
    }
}
