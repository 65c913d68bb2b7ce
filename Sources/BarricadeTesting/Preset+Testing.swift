#if canImport(Testing)
public import Barricade
public import Testing

extension Preset: CustomTestStringConvertible {
    /// The name, so that `@Test(arguments: Preset.walk(over: shop))` names its cases.
    public var testDescription: String { "\"\(name)\"" }
}
#endif
