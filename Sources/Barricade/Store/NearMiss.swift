import Foundation

/// The error about an unmatched request, with the nearest sets and their mismatches.
///
/// It is cheap to make; ``message(after:cookie:)`` does the work.
package final class NearMiss: Sendable {
    /// A set and the clauses of its matcher, compared with the request.
    package struct Candidate {
        package let set: RegisteredSet
        package let leaves: [MatchComparison.Leaf]
        /// Other alternatives of its matcher that are almost as near.
        fileprivate let others: [any MatchingClause]
        fileprivate let distance: Double
        package let mode: ResponseSet.Mode
    }

    package let request: BarricadeRequest
    let state: StoreState
    /// Whether the request passes through nevertheless.
    let passesThrough: Bool

    package init(_ request: BarricadeRequest, in state: StoreState, passesThrough: Bool = false) {
        self.request = request
        self.state = state
        self.passesThrough = passesThrough
    }

    /// Whether the message takes long to make.
    var isLong: Bool {
        state.sets.count > 100 || request.target.text.utf8.count > 10_000
            || request.headers.fields.count > 100
            || request.content.body.data.map { $0.count > 10_000 } ?? false
    }

    /// Returns the whole message, at most twelve lines.
    ///
    /// - Parameters:
    ///   - redirecting: The request that was redirected to this one, if any.
    ///   - remedy: Returns how to have a stored cookie sent whose name is wanted.
    func message(
        after redirecting: String?, cookie remedy: ((String) -> Bool) -> String?
    ) -> String {
        let candidates = candidates
        var (fixes, areDoubtful) = fixes(by: candidates)
        if let cookie = candidates.first.flatMap({ remedy($0.wantsCookie) }) {
            fixes.insert(cookie, at: 0)
        }
        return """
            No response set matches \(request)\(state.routing.inBarricade)\
            \(passesThrough ? ", so it passes through" : "").\
            \(redirecting.map { " \($0) redirects there." } ?? "")

            \(request.target.isRelative ? relativeness : nearest(candidates))

            \(areDoubtful ? "The request or the set may be wrong. " : "")To fix:
              \(fixes.joined(separator: "\n  or "))
            """
    }

    /// The nearest sets, at most three; among equally near ones, those that are asked first.
    package var candidates: [Candidate] {
        let comparison = MatchComparison(request)
        var nearest: [Candidate] = []
        for set in state.orderedSets {
            let limit = nearest.count < 3 ? Double.infinity : nearest[2].distance
            comparison.compare(with: set.definition.matcher.clause, limit: limit)
            guard comparison.distance < limit else { continue }
            nearest.append(
                Candidate(
                    set: set, leaves: comparison.leaves, others: comparison.others,
                    distance: comparison.distance, mode: state.routing.mode(of: set)))
            nearest = Array(nearest.ordered(by: \.distance).prefix(3))
        }
        return nearest
    }

    private func nearest(_ candidates: [Candidate]) -> String {
        guard !candidates.isEmpty else { return "No sets are registered." }
        let names = TextColumn.padded(
            candidates.map {
                "\"\($0.set.name.shortened)\" (\($0.set.definition.origin.text))"
            })
        let lines = zip(candidates, names).map { candidate, name in
            let mismatches = candidate.leaves.compactMap { $0.mismatch(with: request) }
            let alternatives =
                [mismatches]
                + candidate.others.prefix(2).map { RequestMatcher($0).mismatches(with: request) }
            let words = alternatives.map { $0.map(\.description).joined(separator: "; ") }
            let reason =
                mismatches.isEmpty
                ? "matches, but \(lack(of: candidate.set))" : words.joined(separator: ", or ")
            let mode = candidate.mode == .barricaded ? "" : "; is \(candidate.mode)"
            return "  \(name)   \(reason)\(mode)"
        }
        return (["Nearest:"] + lines).joined(separator: "\n")
    }

    /// Returns the reason why a set does not answer the request, though it matches.
    private func lack(of set: RegisteredSet) -> String {
        state.routing.lacksReply(to: request, in: set)
            ? "has no reply recorded for this URL" : "its sequence is used up"
    }

    private var relativeness: String {
        let target = request.target
        let ofRelative = target.host.isEmpty ? "no scheme and no host" : "no scheme"
        let lack = target.scheme.isEmpty ? ofRelative : "no host"
        return "The URL has \(lack): it was made without its base, so no set is asked."
    }
}

extension NearMiss {
    /// Returns the fixes, best first: the smallest change of the request or of the nearest set
    /// after which they match, or else a set for this request alone; and whether either of the two
    /// may be wrong.
    package func fixes(by candidates: [Candidate]) -> (fixes: [String], areDoubtful: Bool) {
        if request.target.isRelative {
            return (["give the URL its base: URL(string: path, relativeTo: baseURL)"], false)
        }
        guard var nearest = candidates.first else { return (additions(to: []), false) }
        if !nearest.missed.isEmpty {
            nearest = candidates.first { repair(of: $0.set.definition) != nil } ?? nearest
        }
        let name = nearest.set.name.shortened.debugDescription
        if nearest.missed.isEmpty {
            if state.routing.lacksReply(to: request, in: nearest.set) { return (recordings, false) }
            let response = state.routing.selectedResponse(of: nearest.set).name.shortened
                .debugDescription
            let restart = action(
                "try barricade.select(\(response), for: \(name))",
                orOnPanel: "select \(response) of \(name) again")
            return (["restart its sequence: \(restart)"], false)
        }
        let slash = doubledSlash(for: nearest.set)
        let (changes, areSure) = slash.map { ([$0], true) } ?? corrections(by: nearest)
        let matcher = nearest.set.definition.matcher
        if changes.isEmpty {
            // Without a pattern, nobody knows what it would match, such as a whole folder.
            let isUnknown = matcher.clause.endpoint == nil && !matcher.faults.isEmpty
            let mending = action(
                "mend \(name), as try barricade.validate() says", orOnPanel: "mend \(name)")
            return (isUnknown ? [mending] : additions(to: candidates), false)
        }
        var fixes = changes
        if nearest.mode != .barricaded {
            let revival = action(
                "try barricade.setMode(.barricaded, for: \(name))",
                orOnPanel: "make \(name) barricaded")
            fixes.append("answer its requests again: \(revival)")
        }
        if !areSure || nearest.mayBeRight { fixes += additions(to: candidates) }
        return (fixes, slash == nil && matcher.faults.isEmpty)
    }

    /// Returns how to change the request or the set, either of which may be wrong, and whether only
    /// typos differ.
    private func corrections(by nearest: Candidate) -> (fixes: [String], areSure: Bool) {
        let set = nearest.set.definition
        if let repair = repair(of: set) { return ([repair], true) }
        let question = nearest.question(about: request)
        let isTypo = question != nil
        let change =
            nearest.isElsewhere(for: request.target) || !set.matcher.faults.isEmpty
            ? nil : "change what \(set.name.shortened.debugDescription) (\(set.origin.text)) wants"
        let adapted = adaptation(of: set, isTypo: isTypo) ?? change
        return ([question, adapted].compactMap(\.self), isTypo)
    }

    /// Returns how to change the URL if a set claims it with single slashes; `nil` if none does.
    private func doubledSlash(for set: RegisteredSet) -> String? {
        let target = request.target
        guard target.segments.contains("") else { return nil }
        var path = target.path
        while path.contains("//") { path = path.replacingOccurrences(of: "//", with: "/") }
        let text = target.origin + path + (target.query.map { "?\($0)" } ?? "")
        guard let url = URL(string: text), set.claims(request.sent(to: url)) else { return nil }
        return "write one slash: // in the path often comes from a base URL that ends with a slash"
    }

    /// Whether a set is written in JSON: one of a folder, and each of people without Swift.
    private func isInJSON(_ set: ResponseSet?) -> Bool {
        state.routing.isRunByTool || set?.origin.isInFolder ?? false
    }

    // MARK: Changing a set

    /// Returns how to write the pattern of a set so that it matches the request; `nil` if no other
    /// spelling does.
    private func repair(of set: ResponseSet) -> String? {
        guard let written = set.matcher.clause.endpoint, written.text.utf8.count <= 200
        else { return nil }
        return rewriting(of: set, as: EndpointClause(written.method, repaired(written)))
    }

    /// Returns how to write a set so that it answers the request as it is; `nil` if that is another
    /// request, or would tell a secret.
    ///
    /// - Parameter isTypo: Whether only typos differ; otherwise, a prefix of the path may.
    private func adaptation(of set: ResponseSet, isTypo: Bool) -> String? {
        guard let written = set.matcher.clause.endpoint else { return nil }
        let (target, own) = (ParsedURL(written.text), request.target)
        guard let path = PathClause.adapted(target.path, to: own.path, isTypo: isTypo) else {
            return nil
        }
        let items = target.writtenQueryItems.compactMap { item in
            own.writtenQueryItems.first { $0.name.elementsEqual(item.name) }
        }.map { String(Substring($0.text)) }
        let text =
            (target.scheme.isEmpty ? "" : own.origin) + path
            + (items.isEmpty ? "" : "?\(items.joined(separator: "&"))")
        guard Secrets.masked(url: text) == text else { return nil }
        return rewriting(
            of: set, as: EndpointClause(written.method.map { _ in request.method }, text))
    }

    /// Returns the advice to write a set with another pattern; `nil` if the request does not match it.
    private func rewriting(of set: ResponseSet, as clause: EndpointClause) -> String? {
        guard let written = set.matcher.clause.endpoint, clause.matches(request) else { return nil }
        func source(_ clause: EndpointClause) -> String {
            isInJSON(set) ? clause.textInFolder : clause.source
        }
        return """
            write "\(set.name.shortened)" (\(set.origin.text)) with \(source(clause)), not \
            \(source(written))
            """
    }

    /// Returns a readable pattern, with `:id` for an identifier that differs from the request's.
    private func repaired(_ written: EndpointClause) -> String {
        let target = ParsedURL(written.text.trimmingCharacters(in: .whitespaces))
        let segments = target.segments.filter { !$0.isEmpty }
        if segments.isEmpty, !target.scheme.isEmpty { return target.origin + "/**" }
        guard segments.count == request.target.segments.count else {
            // In a pattern, an asterisk is one segment.
            if let last = segments.last, ["*", ".*"].contains(last) {
                return "\(written.text.dropLast(last.count))**"
            }
            // For all methods, a path that ends in a slash is usually meant as a prefix.
            let isPrefix = written.method == nil && written.text.hasSuffix("/") && !segments.isEmpty
            return written.text + (isPrefix ? "**" : "")
        }
        var isNamed = segments.contains(":id")
        let pieces = zip(segments, request.target.segments).map { piece, own in
            if let first = piece.first, ":{<".contains(first),
                let ending = PathClause.Segment.ending(of: piece[...])
            {
                return "*\(ending)"
            }
            if let first = piece.first, "{<".contains(first) {
                let names = piece.dropFirst().dropLast().split(at: ":")
                let name = names.last { !$0.isEmpty && $0.allSatisfy(PathClause.Segment.isOfName) }
                return ":\(name ?? "id")"
            }
            let isExpression = [".*", ".+"].contains(piece)
            if isExpression || piece.contains(where: "\\[(".contains) { return "*" }
            guard piece != own, piece.isIdentifier, own.isIdentifier else { return piece }
            defer { isNamed = true }
            return isNamed ? "*" : ":id"
        }
        let items = target.writtenQueryItems.map { item in
            let text = Substring(item.isOpen ? item.name : item.text)
            // It may be written as JSON is: page:1.
            return request.target.writtenQueryItems.lazy.map { Substring($0.text) }.first {
                $0.replacing("=", with: ":") == text
            } ?? text
        }
        return (target.scheme.isEmpty ? "" : target.origin) + "/" + pieces.joined(separator: "/")
            + (items.isEmpty ? "" : "?\(items.joined(separator: "&"))")
    }

    // MARK: Adding a set

    /// Returns the fixes that change no set: a set for this request alone, or passing through.
    private func additions(to candidates: [Candidate]) -> [String] {
        let passing = passesThrough ? [] : recordings
        guard let matcher = matcher(besides: candidates) else {
            return ["list a set for it; the line would be too long, or tell a secret"] + passing
        }
        let line = ([request.line] + operationNames).joined(separator: " ").shortened(to: 80)
        var (name, number) = (line, 2)
        while state.sets[name] != nil { (name, number) = ("\(line) \(number)", number + 1) }
        let title = name.debugDescription
        let set =
            isInJSON(candidates.first?.set.definition)
            ? #"{ "name": \#(title), "on": \#(matcher), "responses": [{ "name": "OK", "json": {} }] }"#
            : "ResponseSet(\(title), on: \(matcher)) { CannedResponse(json: [:]) }"
        // Before the other sets, it could claim their requests.
        let place = candidates.isEmpty ? "" : ", after the sets above"
        let file = state.routing.isRunByTool ? #" to "sets" in barricade.json"# : ""
        return [(file + place).isEmpty ? set : "add\(file)\(place): \(set)"] + passing
    }

    /// How to record the reply, or else to let the request pass through.
    private var recordings: [String] {
        let passing = action(
            "barricade.unmatchedPolicy = .passThrough",
            orOnPanel: "choose that for unmatched requests")
        return [state.routing.unmatchedPolicy.pluginName?.fix ?? "let it pass through: \(passing)"]
    }

    /// Returns what to do in code, or on the panel if there is no code.
    private func action(_ code: String, orOnPanel action: String) -> String {
        state.routing.isRunByTool ? "\(action) on the panel (--panel)" : code
    }

    /// Returns the source of a matcher of this request alone; `nil` if it would be too long, or
    /// tell a secret.
    private func matcher(besides candidates: [Candidate]) -> String? {
        let target = request.target
        let items = target.writtenQueryItems.map { item in
            // The value of a secret is left out.
            let text = String(Substring(item.text))
            return Secrets.masked(url: "?\(text)") == "?\(text)"
                ? text : String(Substring(item.name))
        }
        // Nobody has named the server then.
        let isAnywhere =
            state.routing.isRunByTool && target.origin == Routing.serverUnlessNamed
        let place = isAnywhere ? target.path : target.textBeforeQuery
        var url = place + (items.isEmpty ? "" : "?" + items.joined(separator: "&"))
        let endpoint = EndpointClause(request.method, url)
        let isJSON = isInJSON(candidates.first?.set.definition)
        /// Returns a clause in Swift, or in JSON: `{"graphQL": "GetCart"}`.
        func clause(_ name: String, _ value: String) -> String {
            isJSON ? #"{ "\#(name)": \#(value) }"# : ".\(name)(\(value))"
        }
        var parts = [isJSON ? endpoint.textInFolder : endpoint.source]
        let isPattern = !place.contains("*") && !place.contains("/:")
        if !isPattern || !endpoint.matches(request) {
            url = target.text
            let method = request.method.rawValue.debugDescription
            parts = [clause("method", method), clause("url", url.debugDescription)]
        }
        parts += operationNames.map { clause("graphQL", $0.debugDescription) }
        if let member = document.map({ "\"query\": \($0.debugDescription)" }) {
            parts.append(clause("json", isJSON ? "{ \(member) }" : "[\(member)]"))
        }
        if items.isEmpty, candidates.first?.isOfOtherQuery == true {
            parts.append(isJSON ? clause("queryExactly", "[]") : ".query(exactly: [:])")
        }
        let source =
            isJSON && parts.count > 1
            ? clause("all", "[\(parts.joined(separator: ", "))]") : parts.joined(separator: " && ")
        // The texts within a document may be secret.
        let isSecret = Secrets.masked(url: url) != url || document?.contains("\"") ?? false
        return isSecret || source.utf8.count > 300 ? nil : source
    }

    /// The GraphQL document of a request whose operation has no name; `nil` for all others.
    private var document: String? {
        let text = (try? request.json())?["query"]?.string ?? ""
        return text.contains("{") && operationNames.isEmpty ? text : nil
    }

    private var operationNames: [String] {
        let names = (try? request.graphQLOperationNames()) ?? []
        return Array(Set(names.filter(GraphQLDocument.isName))).ordered(by: \.self)
    }
}

extension NearMiss.Candidate {
    /// The clauses that the request does not meet.
    var missed: [any MatchingClause] { leaves.filter { $0.distance != nil }.map(\.clause) }

    /// Returns whether the request lacks a cookie of that name.
    func wantsCookie(_ name: String) -> Bool {
        missed.contains { clause in
            guard let item = clause as? ItemClause, item.kind == .header,
                item.name.lowercased() == "cookie"
            else { return false }
            return switch item.expectation.kind {
            case .equal(let text), .prefix(let text), .containing(let text): text.contains(name)
            case .present, .regex: true
            default: false
            }
        }
    }

    /// Whether the difference may be intended: another method or query is often another request.
    var mayBeRight: Bool { isOfOtherQuery || missed.contains { $0 is MethodClause } }

    /// Whether it is for another method or URL, apart from its query.
    func isElsewhere(for target: ParsedURL) -> Bool {
        missed.contains {
            switch $0 {
            case let url as URLClause:
                ParsedURL(url.text).textBeforeQuery != target.textBeforeQuery
            case is MethodClause, is SchemeClause, is HostClause, is PortClause, is PathClause,
                is TrailingSlashClause:
                true
            default: false
            }
        }
    }

    var isOfOtherQuery: Bool {
        missed.contains {
            ($0 as? ItemClause)?.kind == .query || ($0 as? ItemsClause)?.kind == .query
        }
    }

    /// Returns a question that names the wanted request, with all that was right; `nil` if more than
    /// typos differ.
    func question(about request: BarricadeRequest) -> String? {
        let target = request.target
        // The wanted values may be secret.
        var (method, path, wanted) = ("", target.path.isEmpty ? "/" : target.path, "")
        var (scheme, host, port) = (target.scheme, target.host, target.port)
        var items = zip(target.items, target.writtenQueryItems).map {
            ($0, text: String(Substring($1.text)))
        }
        for leaf in leaves {
            switch leaf.clause {
            case let clause as SchemeClause: scheme = clause.scheme
            case let clause as PortClause: port = clause.port
            case _ where leaf.distance == nil: continue
            case let clause as HostClause where clause.isMistyped(target.host):
                (host, port) = (clause.host, clause.port ?? port)
            case let clause as MethodClause: method = "\(clause.method) "
            // At most half of the letters of one segment.
            case let pattern as PathClause where leaf.distance ?? 0 <= Distance.similarPath:
                (path, wanted) = (pattern.filled(from: target), pattern.text + wanted)
            case let item as ItemClause where item.kind == .query && item.expectation != .absent:
                let value = if case .equal(let text) = item.expectation.kind { text } else { "…" }
                let written = value == "…" ? value : PercentEncoding.encodedValue(value)
                let text = "\(item.name)=\(written)"
                wanted += "?\(text)"
                // One with the wanted value may be misnamed.
                let index =
                    items.firstIndex { $0.0.names.contains(item.name) }
                    ?? items.firstIndex { $0.0.value == value } ?? items.endIndex
                items.replaceSubrange(
                    index..<min(index + 1, items.endIndex),
                    with: [(ItemReading(names: [item.name], values: [value]), text)])
            default: return nil
            }
        }
        let origin = ParsedURL.origin(scheme, host, port)
        let isElsewhere = origin != target.origin
        guard Secrets.masked(url: origin + wanted) == origin + wanted else { return nil }
        let query = items.isEmpty ? "" : "?" + items.map(\.text).joined(separator: "&")
        let url = Secrets.masked(url: (isElsewhere ? origin : "") + path + query)
        return "Did you mean \((method + url).shortened)?"
            + (isElsewhere ? " The request goes to \(target.origin.shortened)." : "")
    }
}

extension HostClause {
    fileprivate func isMistyped(_ other: String) -> Bool {
        guard let onlyHost else { return false }
        return other == onlyHost || "www.\(other)" == onlyHost || other == "www.\(onlyHost)"
            || EditDistance(from: other).fraction(to: onlyHost) < 0.2 && !other.isIdentifier
    }
}

extension String {
    /// Whether it names one of many things, as `7` and `order-17` do, but not `v1`.
    var isIdentifier: Bool {
        contains(where: \.isNumber) && !(hasPrefix("v") && dropFirst().allSatisfy(\.isNumber))
    }
}
