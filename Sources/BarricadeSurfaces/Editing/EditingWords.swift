package import Barricade
import BarricadeFolder
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// The words about what is made at run time.

extension ResponseDraft {
    /// The names of the errors to choose from.
    package static let errorNames = URLError.Code.named.map(\.name)

    /// The title of the form: `New Response`, `Edit Sold Out`.
    package var title: String {
        if let replaced { return "Edit \(replaced.shortName)" }
        return pattern == nil ? "New Response" : "New Set"
    }
}

extension LogDetail {
    /// The title of the action that makes a response of the request and its reply.
    package var makingTitle: String {
        if reply != nil { return "Keep and Edit" }
        return row.entry.set == nil ? "Make a Set" : "Make a Response"
    }
}

extension ResponseDraft.Fault {
    /// The mistake with its place: `Line 3, column 14: wants a value here`.
    package var sentence: String {
        guard let line, let column else { return message.capitalizedFirst }
        return "Line \(line), column \(column): \(message)"
    }
}

extension BarricadeOverview {
    /// The number of responses that are only in memory; `nil` if there are none.
    package var madeHere: String? {
        editCount > 0 ? "\(editCount.counted("response")) made here" : nil
    }
}

extension Barricade {
    /// Saves what was made at run time to the folder.
    ///
    /// - Returns: What was saved and what was not, in sentences.
    package func saveToFolder() throws(BarricadeError) -> String {
        let saved = try saveEdits()
        let count = saved.responses
        let sentence = "\(count.counted("response")) \(count == 1 ? "is" : "are") saved."
        return ([sentence] + saved.notes).joined(separator: "\n")
    }
}
