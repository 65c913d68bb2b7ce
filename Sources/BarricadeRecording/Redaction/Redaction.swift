/// The rules by which secrets are redacted from requests and replies before anything is kept.
///
/// The default keeps least. Change what does not suit your service:
///
/// ```swift
/// let redaction = Redaction {
///     $0.names.insert("customerRef")
///     $0.paths = ["$..holder", "$.cards[*].last4"]
///     $0.exceptions = ["$.page.token", "cursor"]
///     $0.keptHeaders.insert("X-Request-Cost")
///     $0.allowedQueryItems.insert("q")
///     $0.allowedTypes.insert("application/pdf")
/// }
/// ```
///
/// It is careful, not complete: check what you commit.
public struct Redaction: Sendable, Hashable {
    /// More names with secret values, besides those that look secret, such as `password`.
    ///
    /// Names of JSON members, query items, form fields, XML elements and attributes are compared
    /// without case, `_` and `-`.
    public var names: Set<String> = []
    /// The places in JSON bodies whose values are secret, whatever their names; none by default.
    public var paths: [Path] = []
    /// The places in bodies whose values stay, whatever their names or form; none by default.
    ///
    /// An exception that names an object or array keeps what is in it, except known secrets of
    /// other places. A random text in it prevents saving until an exception names that text.
    public var exceptions: [Path] = []
    /// The header fields of replies that are kept; a name that ends with `*` is a prefix.
    ///
    /// The name and the attributes of a `Set-Cookie` field are always kept, and so are small
    /// numbers, words and paths in most other fields.
    public var keptHeaders: Set<String> = [
        "Accept-Ranges", "Allow", "Cache-Control", "Content-Disposition", "Content-Encoding",
        "Content-Language", "Content-Location", "Content-Type", "ETag", "Last-Modified", "Link",
        "Location",
        "Retry-After", "Vary", "WWW-Authenticate", "X-RateLimit-*",
    ]
    /// The header fields of requests that are kept; none by default.
    public var keptRequestHeaders: Set<String> = []
    /// Whether the bodies of requests are kept; false by default.
    public var keepsRequestBodies = false
    /// The query items of requests and redirects whose values are kept: those of paging and sorting
    /// by default.
    ///
    /// Others keep only their names: `?token`.
    public var allowedQueryItems: Set<String> = [
        "page", "page_size", "pageSize", "per_page", "perPage", "limit", "offset", "sort",
        "sort_by", "sortBy", "order", "order_by", "orderBy", "direction", "fields", "include",
        "expand", "format", "lang", "language", "locale", "version", "v",
    ]
    /// The content types of bodies that are kept although they cannot be read.
    ///
    /// `image/*` and `font/*`, the default, allow images and fonts, identified by their first
    /// bytes. For other types, the content type is trusted, and the bodies are kept unchanged.
    public var allowedTypes: Set<String> = ["image/*", "font/*"]
    /// Values that are secret from the start, such as the password of a test account.
    public var secrets: [String] = []

    /// Makes the rules.
    ///
    /// - Parameter change: Changes the default rules.
    public init(_ change: (inout Redaction) -> Void = { _ in }) {
        change(&self)
    }
}
