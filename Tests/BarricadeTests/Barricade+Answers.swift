import Barricade

@testable import TestSupport

extension Barricade {
    /// What requests such as `/a` and `PUT https://b.example/c` get, one after the other: a text,
    /// after its status unless that is 200, or the name of an error.
    func answers(to lines: [String]) async -> [String] {
        let session = session
        var answers: [String] = []
        for line in lines {
            let words = line.split(separator: " ").map(String.init)
            let target = words.last ?? ""
            do {
                let answer = try await session.get(
                    target.hasPrefix("/") ? api + target : target,
                    method: words.count > 1 ? words[0] : "GET")
                let status = answer.status == 200 ? "" : "\(answer.status) "
                answers.append(status + answer.text)
            } catch {
                let code = BarricadeError(error).map { "\($0.code)" }
                answers.append(code ?? (error as? URLError)?.code.name ?? "\(error)")
            }
        }
        return answers
    }

    func answers(to lines: String...) async -> [String] { await answers(to: lines) }
}
