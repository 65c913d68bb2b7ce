import Barricade
import BarricadeSurfaces

// Making and editing responses.
extension ScreenModel {
    /// The response that is made or edited; `nil` if none is.
    var editing: Editing? {
        get { state.editing }
        set {
            guard newValue != state.editing else { return }
            let isTyped = newValue?.draft != state.editing?.draft
            state.editing = newValue
            if isTyped, let draft = newValue?.draft {
                state.editing?.faults = barricade?.faults(of: draft) ?? []
                state.editing?.problem = nil
            }
        }
    }

    /// Whether the form is shown.
    var isEditing: Bool {
        get { editing != nil }
        set { if !newValue { editing = nil } }
    }

    /// The draft, for the fields of the form.
    var draft: ResponseDraft {
        get { editing?.draft ?? ResponseDraft(in: "") }
        set {
            var draft = newValue
            draft.straightenQuote(after: self.draft.body)
            editing?.draft = draft
        }
    }

    // MARK: Starting

    /// Starts an empty response of a set.
    func makeResponse(in set: String) {
        var draft = ResponseDraft(in: set)
        draft.name = "Response"
        start(draft)
    }

    /// Starts an empty set.
    func makeSet() {
        var draft = ResponseDraft(in: "New set", pattern: "GET /")
        draft.name = "Response"
        start(draft)
    }

    /// Edits a response that was made here, or a copy of another.
    func edit(_ response: String, in set: String, asCopy: Bool = false) {
        perform { start(try $0.draft(of: response, in: set, isCopy: asCopy)) }
    }

    /// Edits the reply to a request as a response of its set, or of a new set for such requests.
    func keepAndEdit(_ entry: LoggedRequest) {
        perform { start(try $0.draft(from: entry, isMasked: false)) }
    }

    private func start(_ draft: ResponseDraft) {
        editing = Editing(draft)
    }

    // MARK: Ending

    /// Saves the response; if that fails, the form stays and says why.
    func save(selecting: Bool) {
        guard let draft = editing?.draft else { return }
        guard let barricade else {
            state.editing?.problem = Self.absence
            return
        }
        do {
            try barricade.save(draft, selecting: selecting)
            editing = nil
        } catch is ResponseDraft.Faults {
            state.editing?.faults = barricade.faults(of: draft)
        } catch {
            state.editing?.problem = BarricadeError(error)?.message ?? "\(error)"
        }
        refresh()
    }

    /// Removes a response that was made here, and offers to bring it back.
    func delete(_ response: String, from set: String) {
        perform { barricade in
            let version = barricade.version(of: response, in: set)
            let removed = try barricade.remove(response, from: set, version: version)
            editing = nil
            state.undo = UndoStep(
                title: "Deletion of \(response.shortName)", change: .deletion(removed))
        }
    }

    /// Writes what was made here to its folder.
    func saveToFolder() {
        perform { state.notice = try $0.saveToFolder().text }
    }

    /// What became of the latest save to the folder; `nil` if there was none.
    var notice: String? { state.notice }
}

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
    func faults(in field: ResponseDraft.Field, row: Int? = nil) -> [String] {
        faults.filter { $0.field == field && $0.row == row }.map(\.sentence)
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
