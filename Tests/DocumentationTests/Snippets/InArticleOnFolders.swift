import BarricadeFolder
import Barricade
import Foundation

private func folders(_ login: ResponseSet) throws {
    func making() throws {
        let barricade = try Barricade(folder: .bundle(.module, subdirectory: "Responses")) {
            $0.seed = 7
        }
        _ = barricade
    }

    func makingWithDefaults() throws {
        let barricade = try Barricade(folder: .bundle(.module, subdirectory: "Responses"))
        try barricade.write(to: URL(fileURLWithPath: "Responses", isDirectory: true))
    }

    func registering() throws {
        try Barricade.shared.register(folder: .directory("Responses"), watching: true)
        Barricade.shared.enable()
    }

    func listing() throws {
        let sets = try ResponseSet.sets(in: .bundle(.module, subdirectory: "Responses"))
        let barricade = Barricade(login, sets)
        _ = barricade
    }
}
