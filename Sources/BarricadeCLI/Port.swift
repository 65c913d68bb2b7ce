/// The port of a server, and the origins of pages that may send it requests.
struct Port {
    static let options = [
        Usage.Option("--port <n>", "listen there, 8080 unless given; 0 for any"),
        Usage.Option("--allow <origin>", "let pages of an origin ask: http://localhost:3000"),
    ]

    let number: UInt16
    let origins: Set<String>

    init(_ words: CommandWords) throws(Misuse) {
        number = try words.value("--port", need: "a port, or 0 for any") { UInt16($0) } ?? 8080
        origins = Set(words.all("--allow"))
    }
}
