/// A type that can be listed among response sets: a set, a group, a resource, an array of these.
///
/// ```swift
/// let barricade = Barricade(login, shop, Resource("Orders", at: "/orders", items: orders))
/// ```
///
/// The elements of an array are of one type. Of several types in an array, give their sets:
/// `parts.flatMap(\.responseSets)`.
public protocol ResponseSetConvertible: Sendable {
    /// The sets, in order; the first one that matches a request answers it.
    var responseSets: [ResponseSet] { get }
}

extension ResponseSet: ResponseSetConvertible {
    /// The set itself.
    public var responseSets: [ResponseSet] { [self] }
}

extension Array: ResponseSetConvertible where Element: ResponseSetConvertible {
    /// The sets of all elements, in order.
    public var responseSets: [ResponseSet] { reduce(into: []) { $0 += $1.responseSets } }
}
