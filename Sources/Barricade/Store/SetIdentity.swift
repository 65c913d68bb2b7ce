/// What a set is known by, without its responses.
///
/// The log keeps this of the set that claimed a request, so that sets that are registered anew again
/// and again, as while a recording runs, do not stay with all their responses.
final class SetIdentity: Sendable {
    package let name: String
    package let clause: Clause
    let origin: ResponseSet.Origin
    let precedence: Int

    init(_ set: ResponseSet, precedence: Int) {
        name = set.name
        clause = set.matcher.clause
        origin = set.origin
        self.precedence = precedence
    }
}
