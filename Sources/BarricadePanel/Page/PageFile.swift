/// A file of the panel's page: HTML, a style sheet, or a module of JavaScript.
package struct PageFile: Sendable {
    /// The path below the root, without a slash in front: `panel.css`.
    package let path: String
    /// The media type, with the encoding.
    package let contentType: String
    /// The content.
    package let text: String
}
