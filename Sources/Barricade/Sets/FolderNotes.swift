/// What a folder says of a set besides its definition, to be written back.
struct FolderNotes: Sendable {
    /// The path of the set's own file; `nil` means that it stands in the manifest.
    var file: String?
    /// The comments by their places in the set.
    var comments: [JSONPlace: String] = [:]
}

/// The comments of a folder that are not in a set.
struct FolderComments: Sendable {
    var root: String?
    /// The comments of presets by their names.
    var presets: [String: String] = [:]

    /// Adds those of another folder.
    mutating func add(_ others: FolderComments) {
        root = others.root ?? root
        presets.merge(others.presets) { $1 }
    }
}
