import Barricade
import BarricadeCommon

/// A response set in a manifest.
struct SetEntry: ManifestEntry {
    var name: String?
    var matcher: RequestMatcher?
    var group: String?
    var defaultResponse: String?
    var delay: ResponseDelay?
    var responses: [ResponseEntry]?

    /// Keys that people may expect for requests.
    private static let habits = [
        "body", "form", "header", "headers", "host", "method", "path", "query", "request", "url",
    ].reduce(into: ["set": #""name""#]) {
        $0[$1] = #""on": "GET /login", or clauses: "on": {"all": […]}"#
    }

    static let object = ManifestObject<SetEntry>("a set", habits: habits) {
        Key("name", \.name, .name, isRequired: true, "Unique in the folder.")
        Key(
            "on", \.matcher, ClauseEntry.form.named("clause"), isRequired: true,
            "The requests that it answers: \"POST /login\", or clauses.")
        Key("group", \.group, .name, "The group that lists show it in.")
        Key("default", \.defaultResponse, .name, "The first response by default.")
        Key("delay", \.delay, DelayEntry.form.named("delay"), "That of responses without one.")
        Key("responses", \.responses, response.list("response", atLeast: 1), isRequired: true)
    }

    /// The form of a response of a set or resource.
    static let response = ResponseEntry.object.form.named("namedResponse")

    /// The schema of a response of a set or resource, with a name but without `weight` and `times`.
    static let namedResponse: JSONValue = [
        "allOf": [["$ref": "#/definitions/response"]], "required": ["name"],
        "properties": ["weight": false, "times": false],
    ]

    /// Makes the responses of a set or resource, and notes their faults.
    static func responses(_ entries: [ResponseEntry]?) -> [CannedResponse] {
        var places: [String: ManifestPlace] = [:]
        var responses: [CannedResponse] = []
        for entry in entries ?? [] {
            guard let place = entry.place else { continue }
            place.refuse("weight", "is for the responses of \"weighted\"")
            place.refuse("times", "is for the responses of a sequence")
            if let name = entry.name {
                if place.file.folder == nil { ManifestPart.check(name, at: place) }
                place.isUnique(name, among: &places, "response")
            } else if !place.file.hasFault(below: place.path.appending(.key("name"))) {
                place.note("wants a key \"name\"")
            }
            responses.append(entry.makeResponse(at: place))
        }
        return responses
    }
}

extension SetEntry {
    /// Makes the set.
    func responseSet(at place: ManifestPlace) -> ResponseSet? {
        let responses = Self.responses(responses)
        if let defaultResponse, !responses.contains(where: { $0.name == defaultResponse }) {
            place.noteUnknown(
                defaultResponse, "response", among: responses.map(\.name), at: "default")
        }
        guard let name, let matcher else { return nil }
        var set = ResponseSet(
            name, on: matcher, default: defaultResponse, delay: delay,
            files: place.file.location, group: group, responses: responses)
        set.origin = place.file.folder == nil ? .runTime : place.origin
        return set
    }

    /// Makes the entry of a set; notes code in the plan.
    init(_ set: ResponseSet, in plan: FolderPlan) {
        name = set.name
        matcher = set.matcher
        group = set.group
        delay = set.delay
        let first = set.responses.first?.name
        defaultResponse = set.defaultResponse == first ? nil : set.defaultResponse
        for fault in ClauseEntry.faults(of: set.matcher.written) { plan.note(fault) }
        if let fault = set.delay?.fault { plan.note("cannot be written: \(fault)") }
        if set.responses.isEmpty { plan.note("has no responses") }
        if let name = set.defaultResponse, set[name] == nil {
            plan.note("names \"\(name.shortened)\" as its default, but has no such response")
        }
        responses = set.responses.map { response in
            plan.begin(response)
            return ResponseEntry(response, in: plan)
        }
    }
}
