import Barricade
import Foundation

/// A difference that is known: a row of the table in the article on interception.
struct Rule: Sendable {
    /// The behaviour, as the row says it.
    let row: String
    let explains: @Sendable (Difference, Exchange) -> Bool

    static let all = [
        Rule(row: "header fields that the loader adds when it sends a request") { difference, _ in
            difference.barricaded == nil
                && difference.isOf(
                    "request",
                    fields: [
                        "accept", "accept-encoding", "accept-language", "connection", "host",
                        "transfer-encoding", "user-agent",
                    ])
        },
        Rule(row: "`ETag` of a canned 200") { difference, exchange in
            difference.isOf("response", fields: ["etag"]) && difference.real == nil
                && exchange.passing == .no
        },
        Rule(row: "words of an error") { difference, _ in difference.aspect == "error words" },
        Rule(row: "`task.error`") { difference, _ in
            difference.aspect == "task error" && difference.barricaded == nil
        },
        Rule(row: "`task.response` after a failure") { difference, _ in
            difference.aspect == "task response" && difference.real == nil
        },
        Rule(row: "connection that ends early") { difference, _ in
            difference.aspect == "error" && difference.real == "NSURLErrorDomain -1"
                && difference.barricaded == "NSURLErrorDomain -1005"
        },
        Rule(row: "`Transfer-Encoding` of a body in pieces") { difference, exchange in
            difference.isOf("response", fields: ["transfer-encoding"])
                && difference.barricaded == nil && exchange.passing == .no
        },
        Rule(row: "a 3xx without `Location`, and a 305") { difference, exchange in
            exchange.endsInRedirect && ["body", "calls"].contains(difference.aspect)
        },
        Rule(row: "data for the delegate of `data(for:delegate:)`") { difference, exchange in
            exchange.way == .taskDelegate && difference.isOfCalls(except: "data")
        },
        Rule(row: "`cancel()` in a call of the delegate") { difference, exchange in
            exchange.cancels != nil && ["error", "task error"].contains(difference.aspect)
                && (exchange.passing != .no || difference.real == nil)
                || difference.aspect == "calls after the cancellation"
                    && (difference.barricaded == nil || exchange.passing != .no)
        },
        Rule(row: "stream of a request that passes through") { difference, exchange in
            guard case .stream = exchange.body else { return false }
            return difference.isOf("request", fields: ["content-length"])
                && exchange.passing != .no
        },
        Rule(row: "bytes that do not inflate") { difference, _ in
            difference.aspect == "error" && difference.real == "NSURLErrorDomain -1"
                && difference.barricaded == "NSURLErrorDomain -1015"
        },
        Rule(row: "`currentRequest` after a redirect") { difference, exchange in
            difference.aspect.hasPrefix("current request") && exchange.isRedirected
        },
        Rule(row: "method and URL after a redirect") { difference, exchange in
            exchange.isRedirectedOtherwise
                && (difference.aspect.hasPrefix("request ")
                    || ["body", "calls", "response url"].contains(difference.aspect))
        },
        Rule(row: "header field of a request without a value") { difference, _ in
            difference.aspect.hasPrefix("request ") && difference.aspect.contains(" field ")
                && difference.barricaded == ""
        },
        Rule(row: "body of a request that is redirected with 307 or 308") { difference, exchange in
            let isOfBody =
                difference.aspect.hasSuffix("body")
                || difference.isOf("request", fields: ["content-length", "content-type"])
            return exchange.redirectsKeepingBody
                && (difference.isOfFollowingRequest && isOfBody
                    || difference.isOfCalls(except: "sent"))
        },
        Rule(row: "credentials of a redirect to another host") { difference, exchange in
            difference.isOf("request", fields: ["authorization"]) && difference.barricaded == nil
                && exchange.leavesHost
        },
        Rule(row: "cookies of a redirect") { difference, exchange in
            difference.isOf("request", fields: ["cookie"]) && difference.isOfFollowingRequest
        },
        Rule(row: "path and age of a cookie") { difference, exchange in
            // Linux gives a cookie without a path the path of the server, and keeps expired ones.
            difference.aspect.hasPrefix("cookie ")
                || ["request", "original request", "current request"].contains {
                    difference.isOf($0, fields: ["cookie"])
                } && exchange.family.hasSuffix("cookies")
        },
    ]
}

extension Difference {
    /// Whether it is one of these fields, of requests or the response.
    fileprivate func isOf(_ message: String, fields: Set<String>) -> Bool {
        guard aspect.hasPrefix(message), let field = aspect.range(of: " field ") else {
            return false
        }
        return fields.contains(aspect[field.upperBound...].lowercased())
    }

    /// Whether the calls of the delegate differ only in those of a name.
    fileprivate func isOfCalls(except name: String) -> Bool {
        let others = [real, barricaded].map { calls in
            (calls ?? "").components(separatedBy: ", ").filter { $0 != name }
        }
        return aspect == "calls" && others[0].withoutRepeats == others[1].withoutRepeats
    }

    /// Whether it is of a request after a redirect.
    fileprivate var isOfFollowingRequest: Bool {
        aspect.hasPrefix("request ") && !aspect.hasPrefix("request 0")
    }
}

extension [String] {
    fileprivate var withoutRepeats: [String] {
        indices.filter { $0 == 0 || self[$0] != self[$0 - 1] }.map { self[$0] }
    }
}

extension Exchange {
    private var locations: [String] {
        replies.flatMap(\.fields).filter { $0.isNamed("Location") }.map(\.value)
    }

    fileprivate var isRedirected: Bool { !locations.isEmpty }
    fileprivate var redirectsKeepingBody: Bool { body != .none && isRedirected }

    /// Whether Linux's loader follows a redirect otherwise than RFC 9110 says.
    fileprivate var isRedirectedOtherwise: Bool {
        let isOther = locations.contains { location in
            !location.hasPrefix("/") && !location.contains("{") || location.contains("/.")
                || location.hasPrefix("HTTP:")
        }
        let isHEAD = method == "HEAD" && replies.contains { $0.status == 303 }
        return isRedirected && (isOther || isHEAD || target.contains("#"))
    }

    /// Whether the last response redirects, without a place to go to.
    fileprivate var endsInRedirect: Bool {
        replies.contains { reply in
            (301...308).contains(reply.status) && reply.status != 304
                && !reply.fields.contains { $0.isNamed("Location") }
        }
    }

    fileprivate var leavesHost: Bool {
        locations.contains { $0.hasPrefix("{other}") }
    }
}
