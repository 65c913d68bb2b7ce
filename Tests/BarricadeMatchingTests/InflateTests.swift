import Testing

@testable import Barricade
@testable import TestSupport

@Suite(.timeLimit(.minutes(10))) struct InflateTests {
    private static let book = #"{"title":"Fog","pages":212}"#
    private static let volumes = (0..<60).map {
        #"{"id":\#($0 * 7919 % 1000),"title":"Volume \#($0) of the sea"},"#
    }.joined()

    /// What zlib has made of texts, in base64.
    struct Sample: Sendable, CustomStringConvertible {
        let description: String
        let format: Inflate.Format
        let base64: String
        let text: String

        var data: Data { Data(base64Encoded: base64) ?? Data() }
    }

    static let samples = [
        Sample(
            description: "fixed codes", format: .gzip,
            base64: "H4sIAAAAAAACA6tWKsksyUlVslJyy09X0lEqSExPLVayMjI0qgUAc7Ub2BsAAAA=",
            text: book),
        Sample(
            description: "stored", format: .gzip,
            base64: "H4sIAAAAAAACAwEbAOT/eyJ0aXRsZSI6IkZvZyIsInBhZ2VzIjoyMTJ9c7Ub2BsAAAA=",
            text: book),
        Sample(
            description: "own codes", format: .gzip,
            base64:
                "H4sIAAAAAAACA23Wu2rDQBRF0V8Rql3Mfc3DH5I+EIUYHFxEqUz+PZAyZ/cbVCxG5z7329t+bZf9vJ33"
                + "Y7/uL4/79+exte3xvp0fx/Z1vO4/l+dftmxJaBTOmBI6haOGhEFhH13CpLBWSVgYWkrYKcwICQeFUS7h"
                + "pNCHSbgotKUyhjTWgAZtXGkMbVaqjSHO7IpjqDOm6hjyjKY8hj7d1ccQqFKBDIWyq5AhUUwlciTypUTO"
                + "RAbPB40s1MjRqJTIkWgNJXIkmkuJHImmKZEj0QglciTqpUSORDWUKJAopxIFEmVTokCicPjFIZGnGgUa"
                + "WVejYCMlCiRSoECg5QoUkz+tQIFAoytQNp4BBUrjHVCgdB4CBcrgJYARSp4CBcriLVCh7DwGapRoZKZG"
                + "iUahRIlEq5SoGo+BEpXxGChR8ZnQlKj4TnAlKj4UEg6F4jFQouJHNJWo+FZoSlR8LLga1T+jX3sGJYvG"
                + "CQAA",
            text: volumes),
        Sample(
            description: "no repetitions", format: .gzip,
            base64:
                "H4sIAAAAAAACAwXBMQ7EIAwEwK9YW1Mkd03ih9AjYYQlIxeYCvH3zGxoBV8JoWECRnZbQ+gibxRdaErB"
                + "SRtawe/9JoSGCRjZbQ2hm7xRdKEpBSdtaAU//ychNEzAyG5rCP3IG0UXmlJwPjRwQ0p4AAAA",
            text: String(volumes.prefix(120))),
        Sample(
            description: "a header with all fields", format: .gzip,
            base64:
                "H4sIHgAAAAACAwYAQUICAHh5YS5qc29uAG5vbmUAZ4irVirJLMlJVbJScstPV9JRKkhMTy1WsjIyNKoF"
                + "AHO1G9gbAAAA", text: book),
        Sample(
            description: "two members", format: .gzip,
            base64:
                "H4sIAAAAAAACA6tWKsksyUlVslICANn1mXwKAAAAH4sIAAAAAAACA3PLT1fSUSpITE8tVrIyMjSqBQDH"
                + "3/kMEQAAAA==", text: book),
        Sample(
            description: "nothing", format: .gzip, base64: "H4sIAAAAAAACAwMAAAAAAAAAAAA=", text: ""),
        Sample(
            description: "zlib", format: .deflate,
            base64: "eJyrVirJLMlJVbJScstPV9JRKkhMTy1WsjIyNKoFAHkKCEg=", text: book),
        Sample(
            description: "bare", format: .deflate,
            base64: "q1YqySzJSVWyUnLLT1fSUSpITE8tVrIyMjSqBQA=", text: book),
    ]

    /// Whatever is cut off or changed is an error, never another text.
    @Test(arguments: samples) func givesBackTheTextUnlessDamaged(_ sample: Sample) throws {
        #expect(
            String(decoding: try Inflate.data(sample.data, sample.format), as: UTF8.self)
                == sample.text)
        // Of what is long, every few bytes.
        let step = 1 + sample.data.count / 100
        for count in stride(from: 0, to: sample.data.count, by: step) {
            guard let data = try? Inflate.data(sample.data.prefix(count), sample.format) else {
                continue
            }
            // A text may end with a member.
            #expect(sample.description == "two members")
            #expect(data.count == 10)
        }
        #expect(throws: BarricadeError.self) { try Inflate.data(sample.data + [7], sample.format) }
        guard sample.description != "bare" else { return }
        for index in stride(from: 0, to: sample.data.count, by: step) {
            var data = sample.data
            data[index] ^= 0x15
            // The time and the name of a file are no part of the text.
            if let text = try? Inflate.data(data, sample.format) {
                let isOfHeader = sample.description.hasPrefix("a header") ? 4..<40 : 4..<10
                let isHarmless =
                    sample.format == .gzip && isOfHeader.contains(index) || index > 20
                #expect(String(decoding: text, as: UTF8.self) == sample.text)
                #expect(isHarmless)
            }
        }
    }

    @Test func saysWhatIsWrong() {
        func decoded(_ base64: String) -> Data { Data(base64Encoded: base64) ?? Data() }
        // Each zero byte is four repetitions of 258 zeros.
        let bomb = decoded("H4sIAAAAAAACA+3BMQEAAADCoPVPbQ0PoAAA")
        for (what, format, data, fault) in [
            ("not gzip at all", .gzip, decoded("SGVsbG8="), "not valid gzip (byte 1)"),
            (
                "a wrong checksum", .gzip, decoded("H4sIAAAAAAACA6tWykxRsjKvBQBDXwcTCAAAAA=="),
                "not valid gzip (byte 24)"
            ),
            (
                "a wrong length", .gzip, decoded("H4sIAAAAAAACA6tWykxRsjKvBQBDXwcSCQAAAA=="),
                "not valid gzip (byte 28)"
            ),
            (
                "a dictionary that both know", .deflate, decoded("eLv//w=="),
                "not valid deflate (byte 2)"
            ),
            (
                "a bomb", .gzip, bomb + Data(count: 2_000),
                "more than 1000 times its size when it is inflated"
            ),
            (
                "a larger bomb", .gzip, bomb + Data(count: 80_000),
                "more than 64 MB when it is inflated"
            ),
        ] as [(String, Inflate.Format, Data, String)] {
            let error = #expect(throws: BarricadeError.self) { try Inflate.data(data, format) }
            #expect(error?.description == fault, "\(what)")
        }
    }

    /// Most changes of a stream are errors, whose place is in the stream or at its end.
    @Test func noInputCrashes() throws {
        var random = SeededGenerator(seed: 7)
        for number in 0..<1_000 * Endurance.scale {
            let sample = try #require(Self.samples.randomElement(using: &random))
            var bytes = Array(sample.data)
            if number % 4 == 0 {
                bytes = (0..<60).map { _ in UInt8.random(in: 0...255, using: &random) }
            }
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let index = Int.random(in: 0..<bytes.count, using: &random)
                bytes[index] = UInt8.random(in: 0...255, using: &random)
            }
            do {
                let text = try Inflate.data(Data(bytes), sample.format)
                #expect(text.count <= bytes.count * Inflate.largestRatio)
            } catch {
                let place = error.description.firstMatch(of: /byte (\d+)\)$/).flatMap { Int($0.1) }
                #expect(place.map { (1...bytes.count).contains($0) } ?? true, "\(error)")
            }
        }
    }
}
