import Bookshop

/// What many pages showed, a line for each.
struct PageSummary {
    let visits: [Visit]

    var text: String {
        visits.map { visit in
            let headline = visit.screen.banner.map { "! " + $0 } ?? visit.screen.rows.first?.text
            let shown = (headline ?? "").padded(to: 44)
            let isBad = visit.screen.banner != nil
            return "  \(visit.screen.title.padded(to: 16))"
                + (isBad ? Terminal.alarming(shown) : shown) + Terminal.faint(visit.durationText)
        }
        .joined(separator: "\n")
    }
}
