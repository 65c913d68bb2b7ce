import Barricade
import BarricadeSurfaces

// Making and editing responses.
extension ScreenModel {
    /// The response that is made or edited; `nil` if none is.
    var editing: Editing? {
        get { state.editing }
        set {
            var editing = newValue
            if let draft = newValue?.draft, draft != state.editing?.draft {
                editing?.faults = barricade?.check(draft).faults ?? []
                editing?.problem = nil
            }
            if editing != state.editing { state.editing = editing }
        }
    }

    /// Whether the form is shown.
    var isEditing: Bool {
        get { state.editing != nil }
        set { if !newValue { editing = nil } }
    }

    /// The draft, for the fields of the form.
    var draft: ResponseDraft {
        get { state.editing?.draft ?? ResponseDraft(in: "") }
        set {
            var draft = newValue
            draft.straightenQuote(after: self.draft.body)
            editing?.draft = draft
        }
    }

    // MARK: Starting

    /// Starts an empty response of a set.
    func makeResponse(in set: String) { editing = Editing(ResponseDraft(in: set)) }

    /// Starts an empty set.
    func makeSet() { editing = Editing(ResponseDraft(in: "New set", pattern: "GET /")) }

    /// Edits a response that was made here or is in a folder, or a copy of another.
    func edit(_ response: String, in set: String, asCopy: Bool = false) {
        perform { editing = Editing(try $0.draft(of: response, in: set, isCopy: asCopy)) }
    }

    /// Edits the reply to a request as a response of its set, or of a new set for such requests.
    func keepAndEdit(_ entry: LoggedRequest) {
        perform { editing = Editing(try $0.draft(from: entry, isMasked: false)) }
    }

    // MARK: Ending

    /// Saves the response; if that fails, the form stays and says why.
    func save(selecting: Bool) {
        guard let draft = state.editing?.draft else { return }
        guard let barricade else {
            state.editing?.problem = Self.absence
            return
        }
        do {
            try barricade.save(draft, selecting: selecting)
            editing = nil
        } catch let mistakes as ResponseDraft.Faults {
            state.editing?.faults = mistakes.faults
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
            state.undoStep = UndoStep(
                title: "Deletion of \(response.shortName)", change: .deletion(removed))
        }
    }

    /// Writes what was made here to its folder.
    func saveToFolder() {
        perform { state.notice = try $0.saveToFolder().text }
    }
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
