/// What gives response sets, so that it can be listed where sets are: a set, a group of them, a
/// resource, an array of these.
///
/// ```swift
/// let barricade = Barricade(login, shop, Resource("Orders", at: "/orders", items: orders))
/// ```
public protocol ResponseSetConvertible: Sendable {
    /// The sets, in order; of those that match a request, the first one answers.
    var responseSets: [ResponseSet] { get }
}

extension ResponseSet: ResponseSetConvertible {
    /// The set itself.
    public var responseSets: [ResponseSet] { [self] }
}

extension Array: ResponseSetConvertible where Element: ResponseSetConvertible {
    /// The sets of all elements, in order.
    public var responseSets: [ResponseSet] { flatMap { $0.responseSets } }
}
