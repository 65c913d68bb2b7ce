extension String {
    /// As messages show it: of more than 200 Unicode scalars, the first 139 and the last 60.
    var shown: String {
        guard unicodeScalars.count > 200 else { return self }
        return String(unicodeScalars.prefix(139)) + "…" + String(unicodeScalars.suffix(60))
    }
}
