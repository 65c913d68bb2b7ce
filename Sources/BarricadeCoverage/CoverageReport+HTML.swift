import Barricade

extension CoverageReport {
    /// The report as one page of HTML that needs no server, no script and no other file.
    package var html: String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>Responses that tests have seen</title>
        <style>
        \(Self.style)
        </style>
        </head>
        <body>
        <main>
        <h1>Responses that tests have seen</h1>
        \(bar(servedCount, of: responseCount))
        <p>\(summary.escapedForHTML)</p>
        \(neverServedSection)\(setsSection)</main>
        </body>
        </html>

        """
    }

    private var neverServedSection: String {
        let rows = sets.compactMap { set -> String? in
            let names = set.responses.filter { !$0.isServed }.map {
                "<span class=\"name\">\($0.name.escapedForHTML)</span>"
            }
            guard !names.isEmpty else { return nil }
            return """
                <tr><td>\(set.name.escapedForHTML)</td><td>\(names.joined(separator: " "))</td>\
                <td class="place">\(set.originList.escapedForHTML)</td></tr>

                """
        }
        guard !rows.isEmpty else { return "" }
        return """
            <section>
            <h2>Never served</h2>
            <table>
            <tr><th scope="col">Set</th><th scope="col">Responses</th><th scope="col">Made in</th></tr>
            \(rows.joined())</table>
            </section>

            """
    }

    private var setsSection: String {
        // The lowest share first, since these sets need work.
        let sorted = sets.sorted { $0.share < $1.share }
        guard !sorted.isEmpty else { return "" }
        return "<section>\n<h2>Sets</h2>\n\(sorted.map(article).joined())</section>\n"
    }

    private func article(about set: SetCoverage) -> String {
        """
        <article>
        <h3>\(set.name.escapedForHTML) <span class="place">\(set.originList.escapedForHTML)</span></h3>
        \(bar(set.servedCount, of: set.responses.count))
        <table>
        <tr><th scope="col">Response</th><th scope="col" class="number">Requests</th>\
        <th scope="col">Tests</th></tr>
        \(set.responses.map(row).joined())</table>
        </article>

        """
    }

    private func row(about response: ResponseEntry) -> String {
        """
        <tr\(response.isServed ? "" : " class=\"never\"")><td>\(response.name.escapedForHTML)</td>\
        <td class="number">\(response.isServed ? "\(response.requests)" : "never served")</td>\
        <td>\(testList(of: response))</td></tr>

        """
    }

    private func testList(of response: ResponseEntry) -> String {
        guard !response.tests.isEmpty else { return "" }
        let names = response.tests.prefix(100).map { "<li>\($0.escapedForHTML)</li>" }.joined()
        let more = response.tests.count - 100
        return """
            <details><summary>\(response.tests.count.counted("test"))</summary><ul>\(names)\
            \(more > 0 ? "<li>and \(more) more</li>" : "")</ul></details>
            """
    }

    private func bar(_ served: Int, of all: Int) -> String {
        """
        <p class="share"><progress value="\(served)" max="\(max(all, 1))"></progress> \
        \(served) of \(all)</p>
        """
    }

    private static let style = """
        :root { color-scheme: light dark; --edge: #d5d7db; --faint: #5d636b; --good: #1a7f4b;
          --bad: #b3261e; }
        @media (prefers-color-scheme: dark) {
          :root { --edge: #3b3f45; --faint: #a0a6ae; --good: #4cc38a; --bad: #ff8a80; }
        }
        body { font: 16px/1.5 system-ui, sans-serif; margin: 0; }
        main { max-width: 56rem; margin: 0 auto; padding: 2rem 1rem; }
        h1 { font-size: 1.6rem; margin: 0 0 1rem; }
        h2 { font-size: 1.25rem; margin: 2.5rem 0 .5rem; }
        h3 { font-size: 1rem; margin: 0; }
        article { border: 1px solid var(--edge); border-radius: 8px; padding: 1rem; margin: 1rem 0; }
        table { border-collapse: collapse; width: 100%; }
        th, td { text-align: left; vertical-align: top; padding: .3rem .75rem .3rem 0;
          border-bottom: 1px solid var(--edge); overflow-wrap: break-word; }
        tr:last-child td { border-bottom: 0; }
        th { color: var(--faint); font-weight: 600; font-size: .875rem; }
        .number { text-align: right; white-space: nowrap; }
        .place { color: var(--faint); font-weight: 400; font-size: .875rem; overflow-wrap: anywhere; }
        .name { display: inline-block; border: 1px solid var(--edge); border-radius: 6px;
          padding: 0 .4rem; margin: .1rem 0; }
        .never td { color: var(--bad); }
        .share { margin: .25rem 0; display: flex; gap: .75rem; align-items: center; }
        progress { appearance: none; border: 0; border-radius: 4px; overflow: hidden; height: .5rem;
          width: 16rem; max-width: 60%; background: var(--bad); }
        progress::-webkit-progress-bar { background: var(--bad); }
        progress::-webkit-progress-value { background: var(--good); }
        progress::-moz-progress-bar { background: var(--good); }
        details summary { cursor: pointer; }
        ul { margin: .25rem 0; padding-left: 1.25rem; font-size: .875rem; }
        """
}

extension CoverageReport.SetCoverage {
    /// The share of its responses that answered, from 0 to 1.
    fileprivate var share: Double {
        Double(servedCount) / Double(max(responses.count, 1))
    }
}

extension String {
    /// The text for HTML, where `<` and `&` have a meaning, and `"` in attributes.
    fileprivate var escapedForHTML: String {
        printable.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
            .replacing(">", with: "&gt;").replacing("\"", with: "&quot;")
    }
}
