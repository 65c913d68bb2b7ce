/// Response sets that have something in common: a base URL, header fields, responses.
///
/// ```swift
/// let shop = ResponseGroup("Shop", at: "https://api.example.com/v1", everySet: [.offline()]) {
///     ResponseSet("Books", on: .get("/books")) {
///         CannedResponse("Two Books", file: "books.json")
///     }
///     Resource("Orders", at: "/orders", items: [Order(id: 1)])
/// }
/// let barricade = Barricade(login, shop)
/// ```
///
/// List it among response sets. The values of a set or response win over those of its group, and an
/// inner group wins over an outer one.
public struct ResponseGroup: ResponseSetConvertible {
    /// The sets, with the values of the group.
    public let responseSets: [ResponseSet]

    /// Makes a group.
    ///
    /// - Parameters:
    ///   - name: The name, which becomes the ``ResponseSet/group`` of sets that have none.
    ///   - base: The URL or path that the sets' patterns are below, unless they name a host: in
    ///     `https://api.example.com/v1`, `.get("/books")` is `https://api.example.com/v1/books`.
    ///     A regular expression still sees the whole path or URL.
    ///   - headers: The header fields for each response that has none of the same name.
    ///   - delay: The delay of responses if neither they nor their set have one.
    ///   - files: The location of body files; `nil` means the barricade's.
    ///   - responses: The responses added to every set that has none of the same name, after its
    ///     own.
    ///   - sets: The sets, resources and groups.
    public init(
        _ name: String, at base: String = "", headers: HTTP.Headers = [:],
        delay: (any ResponseDelayConvertible)? = nil, files: FileLocation? = nil,
        everySet responses: [CannedResponse] = [],
        @ListBuilder<ResponseSet> sets: () -> [ResponseSet]
    ) {
        responseSets = sets().map { set in
            var set = set
            set.matcher = set.matcher.below(base)
            set.group = set.group ?? name
            set.delay = set.delay ?? delay?.responseDelay
            set.files = set.files ?? files
            set.responses += responses.filter { set[$0.name] == nil }
            if !headers.fields.isEmpty {
                set.responses = set.responses.map { $0.adding(headers) }
            }
            return set
        }
    }
}

extension ListBuilder<ResponseSet> {
    public static func buildExpression(_ sets: some ResponseSetConvertible) -> [ResponseSet] {
        sets.responseSets
    }
}
