#if canImport(SwiftUI)
import Bookshop
import SwiftUI

/// A row of a page, with its detail at the far end.
struct RowView: View {
    let row: Screen.Row

    var body: some View {
        LabeledContent(row.text) { Text(row.detail) }
    }
}
#endif
