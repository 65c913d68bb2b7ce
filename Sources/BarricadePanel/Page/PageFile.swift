/// A file of the panel's page: its HTML, its style sheet, or its script.
package struct PageFile: Sendable {
    /// The path below the root, without a slash in front: `index.html`; with a digest of its content if
    /// browsers may keep it.
    package let path: String
    /// The media type, with the encoding.
    package let contentType: String
    /// The content.
    package let text: String
}
