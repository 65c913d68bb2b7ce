import AddressBook
import Barricade
import BarricadeResources
import Foundation

/// The backend that is late, played by a barricade over a file, under a scheme of its own.
///
/// It takes its time, and can be made to fail: for all requests, or for some by chance.
struct CannedService: Sendable {
    static let address = "mockserver://contacts"

    let barricade: Barricade

    init(_ file: ContactFile, seed: UInt64? = nil) {
        let resource = Resource(
            "Contacts", at: Self.address, storage: file,
            delay: .uniform(.milliseconds(20) ... .milliseconds(120)))
        barricade = Barricade(resource.responseSets.map(Self.addingFlaky)) { settings in
            settings.presets = Self.presets
            if let seed { settings.seed = seed }
        }
    }

    private static let presets = [
        Preset("Works", everySet: "Works"),
        Preset("Flaky", everySet: "Flaky"),
        Preset("Offline", everySet: "Offline"),
        Preset("Server Error", everySet: "Server Error"),
        Preset("Nobody", ["List Contacts": "Empty"]),
    ]

    /// Returns a set with a response more, which works or fails by chance.
    private static func addingFlaky(to set: ResponseSet) -> ResponseSet {
        let works = set["Works"].map { [(weight: 2.0, response: $0)] } ?? []
        let fails = [
            (weight: 1.0, response: CannedResponse("Busy", status: .serviceUnavailable)),
            (weight: 1.0, response: CannedResponse("Lost", error: .networkConnectionLost)),
        ]
        return ResponseSet(
            set.name, on: set.matcher, delay: set.delay,
            responses: set.responses + [.weighted("Flaky", works + fails)])
    }
}
