import Barricade

/// A difference between a real reply and canned responses, in the parts of a sentence.
struct Difference {
    let kind: Drift.Kind
    /// The place in the body's JSON; `nil` if it is not there.
    var place: JSONPath?
    /// The subject of the sentence; `nil` means the place, or else the body.
    var subject: String?
    /// The server's side, as a predicate: `is a number`.
    let got: String
    /// The side of the canned responses: `text`.
    let wants: String
    /// The responses that have it so.
    let sources: Sources
}
