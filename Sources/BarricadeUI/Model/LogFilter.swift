package import Barricade
import Foundation

extension LogFilter: Identifiable {
    package var id: String { rawValue }
    var title: String { rawValue.capitalized }
}
