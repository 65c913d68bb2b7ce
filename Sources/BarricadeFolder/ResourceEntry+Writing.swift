import Barricade
import BarricadeCommon
package import BarricadeResources

/// A resource whose items are any JSON, so that a manifest can hold it.
protocol WritableResource: AnyObject {
    var responseSets: [ResponseSet] { get }

    /// Makes its entry, without the keys that its sets share.
    func entry(in plan: FolderPlan) -> ResourceEntry
}

/// An item that a manifest can hold.
protocol WritableItem {
    /// Whether ids are text.
    static var usesTextIDs: Bool { get }
    /// The JSON to write in the manifest.
    var node: JSONNode { get }
}

extension ResourceEntry.Item: WritableItem {
    static var usesTextIDs: Bool { ID.self == String.self }
}

extension Resource: WritableResource where Model: WritableItem {
    func entry(in plan: FolderPlan) -> ResourceEntry {
        var entry = ResourceEntry()
        entry.name = name
        entry.path = path
        entry.delay = delay
        entry.format = format
        switch seed {
        case .items(let items):
            if !items.isEmpty { entry.items = items.map(\.node) }
            if items.isEmpty, Model.usesTextIDs { entry.ids = .uuids }
        case .file(let name, let location):
            entry.file = plan.path(ofFile: name, at: location)
        case .found:
            break
        }
        if case .given = ids.kind { entry.ids = .given }
        if !variants.isEmpty { entry.responses = variants.map { ResponseEntry($0, in: plan) } }
        return entry
    }
}
