/// What a text is, which tells where values with names stand in it.
enum TextKind {
    /// A value: a sentence, or a few words.
    case value
    /// A file, which may have a name at the start of each line, `TOKEN=…`.
    case body
    /// A program, in which values stand between quotation marks.
    case script
}
