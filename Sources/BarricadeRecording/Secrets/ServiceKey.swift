import Barricade

/// The prefix of a service's keys, and the form of the rest.
struct ServiceKey: Sendable {
    let prefix: String
    /// The least number of bytes after the prefix.
    let minimum: Int
    private let others: String
    private let isHexadecimal: Bool

    /// Returns whether a byte may follow the prefix.
    func isPart(_ byte: UInt8) -> Bool {
        isHexadecimal ? byte.hexDigitValue != nil : byte.isTokenByte || others.utf8.contains(byte)
    }

    /// Returns the keys that start like a text: with the same two bytes.
    static func keys(startingLike text: ArraySlice<UInt8>) -> [ServiceKey] {
        byStart[start(of: text)] ?? []
    }

    private static let byStart = Dictionary(grouping: all) { start(of: Array($0.prefix.utf8)[...]) }

    private static func start(of text: ArraySlice<UInt8>) -> Int {
        text.prefix(2).reduce(0) { $0 << 8 | Int($1) }
    }

    /// Returns the keys with one of several prefixes.
    private static func keys(
        _ prefixes: String, _ minimum: Int, and others: String = "", isHexadecimal: Bool = false
    ) -> [ServiceKey] {
        prefixes.split(separator: " ").map { prefix in
            ServiceKey(
                prefix: String(prefix), minimum: minimum, others: others,
                isHexadecimal: isHexadecimal)
        }
    }

    /// From the documentation of the services, longer prefixes first.
    private static let all = Array(
        [
            // Amazon
            keys("AKIA ASIA", 16), keys("amzn.mws.", 20),
            // Anthropic, OpenAI, Hugging Face
            keys("sk-ant- sk-proj-", 20), keys("sk-", 32), keys("hf_", 30),
            // Atlassian, Databricks, DigitalOcean, Docker, Doppler
            keys("ATATT3", 20, and: "="), keys("dapi", 32, isHexadecimal: true),
            keys("dop_v1_", 40), keys("dckr_pat_", 20), keys("dp.pt.", 30),
            // Discord and Slack
            keys("discord.com/api/webhooks/ hooks.slack.com/services/", 20, and: "/"),
            keys("xoxa- xoxb- xoxe- xoxo- xoxp- xoxr- xoxs- xapp-", 10),
            // Facebook, Google, Firebase
            keys("EAACEdEose0cBA", 10), keys("AIza", 35), keys("ya29.", 20, and: "."),
            keys("GOCSPX-", 20), keys("1//0", 30),
            // GitHub and GitLab
            keys("github_pat_", 22), keys("ghp_ gho_ ghu_ ghs_ ghr_", 30),
            keys("glpat-", 20, and: "."), keys("gldt-", 20),
            // Grafana, HashiCorp, Linear, Mailgun, Mapbox, New Relic, Notion, npm
            keys("glsa_", 30), keys("hvs.", 20), keys("lin_api_", 30),
            keys("key-", 32, isHexadecimal: true), keys("sk.eyJ pk.eyJ", 20, and: "."),
            keys("NRAK-", 20), keys("ntn_ npm_", 30),
            // Postman, PyPI, RubyGems, SendGrid, Sentry, Shopify
            keys("PMAK-", 30), keys("pypi-AgE rubygems_", 40), keys("SG.", 40, and: "."),
            keys("sntrys_", 30, and: "=+/"), keys("shpat_ shpca_ shppa_ shpss_", 30),
            // Square, Stripe, Supabase, Twilio, age
            keys("sq0atp-", 20), keys("sq0csp-", 30),
            keys("sk_live_ sk_test_ rk_live_ rk_test_ pk_live_ pk_test_", 16), keys("whsec_", 24),
            keys("sbp_", 30), keys("SK", 32, isHexadecimal: true), keys("AGE-SECRET-KEY-1", 50),
        ].joined())
}
