import BarricadeSurfaces
import Barricade
import BarricadeCommon
import BarricadeFolder
import Foundation

/// An error of the API, as a problem document (RFC 9457).
struct Problem: Error, Codable, Equatable {
    /// The kind of an error, for programs.
    enum Code: String, Codable {
        case unauthorized, unknownPath, wrongMethod, wrongContentType, malformedBody
        case unacceptableValue, unknownName, notWaiting, notHeld, missingRequest
        case changedMeanwhile, unusableFolder, barricadeReleased, failed
    }

    var type = "about:blank"
    let title: String
    let status: Int
    /// The message: the problem, its place and the fix.
    let detail: String
    let code: Code
    /// The known names, nearest first, at most eight.
    let nearest: [String]?
    /// The path of the first wrong value in the request's JSON; `nil` if it is about no value.
    var path: String?
    /// All mistakes in the JSON of a response or set; `nil` for other errors.
    var faults: [Fault]?

    /// A mistake in the JSON of a response or set.
    struct Fault: Codable, Equatable {
        /// The path of the value; `nil` if the text is not JSON.
        let path: String?
        let line: Int
        let column: Int
        let message: String
    }

    init(
        _ detail: String, _ status: HTTP.Status = .unprocessableContent,
        _ code: Code = .unacceptableValue, nearest: [String] = []
    ) {
        title = status.meaning.capitalizedFirst
        (self.status, self.detail, self.code) = (status.rawValue, detail, code)
        self.nearest = nearest.isEmpty ? nil : Array(nearest.prefix(8))
    }

    /// Makes the problem of any error.
    init(_ error: any Error) {
        switch error {
        case let problem as Problem: self = problem
        case let error as ManifestPart.Faults: self.init(error)
        case let error as BarricadeError: self.init(error)
        default: self.init("\(error)", .internalServerError, .failed)
        }
    }

    private init(_ error: BarricadeError) {
        let (status, code): (HTTP.Status, Code) =
            switch error.code {
            case .unknownName: (.unprocessableContent, .unknownName)
            case .missingRequest: (408, .missingRequest)
            case .changedMeanwhile: (412, .changedMeanwhile)
            case .unusableFolder: (.conflict, .unusableFolder)
            // A name that is taken, no room, what stands in code; a file that is not there.
            case .invalidDefinition, .unreadableFile: (.conflict, .unacceptableValue)
            case .barricadeReleased: (410, .barricadeReleased)
            default: (.unprocessableContent, .unacceptableValue)
            }
        self.init(error.message, status, code, nearest: error.nearestNames)
    }

    private init(_ error: ManifestPart.Faults) {
        let faults = error.faults.map { fault in
            Fault(
                path: fault.path.map { "\($0)".shortened }, line: fault.line,
                column: fault.column, message: fault.problem)
        }
        let sentences = faults.prefix(8).map { fault in
            "\(fault.path ?? "line \(fault.line), column \(fault.column)"): \(fault.message)"
        }
        let detail = sentences.joined(separator: "\n")
        self = faults.first?.path == nil ? .malformed(detail) : Problem(detail)
        (self.path, self.faults) = (faults.first?.path, faults)
    }

    /// Makes the problem of a body that is not of the shape that the document describes.
    static func malformed(_ detail: String, nearest: [String] = []) -> Problem {
        Problem(detail, .badRequest, .malformedBody, nearest: nearest)
    }

    /// Makes the problem of an unknown value.
    static func unknown(
        _ what: String, _ name: String, among known: [String],
        status: HTTP.Status = .unprocessableContent
    ) -> Problem {
        Problem(
            """
            No \(what) is named "\(name.shortened)".
            \(NameSuggestion.known(nearestTo: name, among: known)).
            """, status, .unknownName, nearest: NameSuggestion.nearestFirst(to: name, among: known))
    }
}

extension Collection {
    /// Returns the first element of that name.
    ///
    /// - Throws: The problem of an unknown name, with the known ones.
    func element(
        named name: String, _ what: String, by nameOf: (Element) -> String
    ) throws -> Element {
        guard let element = first(where: { nameOf($0) == name }) else {
            throw Problem.unknown(what, name, among: map(nameOf))
        }
        return element
    }
}
