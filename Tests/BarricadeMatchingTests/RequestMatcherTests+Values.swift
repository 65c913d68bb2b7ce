import Barricade
import Testing

@testable import TestSupport

extension RequestMatcherTests {
    /// What is wanted of one value, and what is gotten; each request accepts a/b.
    static let values: [RequestMatcher.Case] = [
        // Items without a value, and with an empty one.
        (.query("a", ""), "/?a=", nil), (.query("a", .empty), "/?b&a=", nil),
        (.query("a", .noValue), "/?a", nil), (.query("a", .noValue), "/?a=1&a", nil),
        (.query("a"), "/?a", nil), (.query("a"), "/?a=", nil),
        (.query("a", ""), "/?a", #"wants query item a "", got no value"#),
        (.query("a", ""), "/?a=1", #"wants query item a "", got "1""#),
        (.query("a", ""), "/", #"wants query item a "", got none"#),
        (.query("a", .noValue), "/?a=", #"wants query item a without a value, got """#),
        (.query("a", .noValue), "/", "wants query item a without a value, got none"),
        (.query("a", .absent), "/?a", "wants no query item a, got no value"),
        (.query("a", .regex("^")), "/?a", "wants query item a matching ^, got no value"),
        (.any("/?a="), "/?a", #"wants query item a "", got no value"#),
        // Regular expressions.
        (.query("p", .regex("^[0-9]+$")), "/?p=x&p=42", nil),
        (.query("p", .regex("b c")), "/?p=ab+cd", nil),
        (.query("p", .regex("é")), "/?p=caf%C3%A9", nil),
        (
            .header("Accept", .regex("^A/B$")), "/",
            #"wants header Accept matching ^A/B$, got "a/b""#
        ),
        (.header("Accept", .regex("(?i)^A/B$")), "/", nil),
        // Header fields, whose names have no case.
        (.header("accept", "a/b"), "/", nil), (.header("ACCEPT", .prefix("a/")), "/", nil),
        (.header("Accept"), "/", nil), (.header("Accept", .containing("/")), "/", nil),
        (.header("x-none", .absent), "/", nil),
        (.header("Accep"), "/", "wants header Accep, got none, but Accept"),
        (
            .header("ACEPT", "x"), "/",
            "wants header ACEPT with the value given, got none, but Accept"
        ),
        (.header("Access"), "/", "wants header Access, got none"),
        (.header("Accept", "A/B"), "/", #"wants header Accept "A/B", got "a/b""#),
        (.header("Accept", ""), "/", #"wants header Accept "", got "a/b""#),
        (
            .query("p", .regex("^[0-9]+$")), "/?p=4x",
            #"wants query item p matching ^[0-9]+$, got "4x""#
        ),
        (
            .query("p", .regex("^[0-9]+$")), "/",
            "wants query item p matching ^[0-9]+$, got none"
        ),
        // The words for what is wanted and gotten.
        (
            .query("v", .prefix("1.")), "/?v=2",
            #"wants query item v starting with "1.", got "2""#
        ),
        (
            .query("v", .containing("x")), "/?v=2",
            #"wants query item v containing "x", got "2""#
        ),
        (
            .query("v", "1"), "/?v=2&v&v=a%20b&v=3",
            #"wants query item v "1", got "2", no value, "a b" and 1 more"#
        ),
        (.query("a b", "1"), "/?a+b=2", #"wants query item a b "1", got "2""#),
        (.query("v", .absent), "/?v=", #"wants no query item v, got """#),
        (.query("v"), "/", "wants query item v, got none"),
        (
            .header("Accept", .prefix("b")), "/",
            #"wants header Accept starting with "b", got "a/b""#
        ),
        (.header("Accept", .absent), "/", #"wants no header Accept, got "a/b""#),
        // What may be secret is not shown.
        (
            .header("X-Key", "b"), "/",
            "wants header X-Key with the value given, got another value"
        ),
        (
            .header("X-Key", .prefix("b")), "/",
            "wants header X-Key starting with the text given, got another value"
        ),
        (
            .header("X-Key", .containing("c")), "/",
            "wants header X-Key containing the text given, got another value"
        ),
        (
            .header("X-Key", .regex("^b$")), "/",
            "wants header X-Key matching the expression given, got another value"
        ),
        (.header("X-Key", .absent), "/", "wants no header X-Key, got one"),
        (.header("X-None"), "/", "wants header X-None, got none"),
        (
            .query("token", "hush"), "/?token=abc",
            "wants query item token with the value given, got another value"
        ),
        (
            .query("token", "hush"), "/?token",
            "wants query item token with the value given, got no value"
        ),
        (
            .query("token", .regex("hush")), "/?token=abc",
            "wants query item token matching the expression given, got another value"
        ),
        (.query("token", .absent), "/?token=abc", "wants no query item token, got one"),
        (
            .query("to", "/a?token=hush"), "/?to=/b?token%3Dhush",
            #"wants query item to "/a?token=•••", got "/b?token=•••""#
        ),
    ]
}
