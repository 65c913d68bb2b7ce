import Barricade

/// The prefix of a service's keys, and the form of the rest.
struct ServiceKey: Sendable {
    let prefix: String
    /// The least number of bytes after the prefix.
    let minimum: Int
    private let start: [UInt8]
    private let others: [UInt8]

    private let isHexadecimal: Bool

    private init(
        _ prefix: String, _ minimum: Int, and others: String = "", isHexadecimal: Bool = false
    ) {
        self.isHexadecimal = isHexadecimal
        self.prefix = prefix
        self.minimum = minimum
        start = Array(prefix.utf8)
        self.others = Array(others.utf8)
    }

    /// Returns whether its prefix starts here in a text.
    func starts(at index: Int, in text: [UInt8]) -> Bool {
        guard index + start.count <= text.count else { return false }
        return start.indices.allSatisfy { text[index + $0] == start[$0] }
    }

    /// Returns whether a byte may follow the prefix.
    func isPart(_ byte: UInt8) -> Bool {
        isHexadecimal ? byte.hexDigitValue != nil : byte.isTokenByte || others.contains(byte)
    }

    /// Returns the keys that start with a byte.
    static func keys(startingWith byte: UInt8) -> [ServiceKey] { byFirstByte[Int(byte)] }

    private static let byFirstByte: [[ServiceKey]] = {
        var table = Array(repeating: [ServiceKey](), count: 256)
        for key in all {
            if let first = key.prefix.utf8.first { table[Int(first)].append(key) }
        }
        return table
    }()

    /// From the documentation of the services, longer prefixes first.
    private static let all = [
        // Amazon
        ServiceKey("AKIA", 16), ServiceKey("ASIA", 16), ServiceKey("amzn.mws.", 20),
        // Anthropic, OpenAI, Hugging Face
        ServiceKey("sk-ant-", 20), ServiceKey("sk-proj-", 20), ServiceKey("sk-", 32),
        ServiceKey("hf_", 30),
        // Atlassian, Databricks, DigitalOcean, Docker, Doppler
        ServiceKey("ATATT3", 20, and: "="), ServiceKey("dapi", 32, isHexadecimal: true),
        ServiceKey("dop_v1_", 40),
        ServiceKey("dckr_pat_", 20), ServiceKey("dp.pt.", 30),
        // Discord and Slack
        ServiceKey("discord.com/api/webhooks/", 20, and: "/"),
        ServiceKey("hooks.slack.com/services/", 20, and: "/"), ServiceKey("xoxa-", 10),
        ServiceKey("xoxb-", 10), ServiceKey("xoxe-", 10), ServiceKey("xoxo-", 10),
        ServiceKey("xoxp-", 10), ServiceKey("xoxr-", 10), ServiceKey("xoxs-", 10),
        ServiceKey("xapp-", 10),
        // Facebook, Google, Firebase
        ServiceKey("EAACEdEose0cBA", 10), ServiceKey("AIza", 35), ServiceKey("ya29.", 20, and: "."),
        ServiceKey("GOCSPX-", 20), ServiceKey("1//0", 30),
        // GitHub and GitLab
        ServiceKey("github_pat_", 22), ServiceKey("ghp_", 30), ServiceKey("gho_", 30),
        ServiceKey("ghu_", 30), ServiceKey("ghs_", 30), ServiceKey("ghr_", 30),
        ServiceKey("glpat-", 20, and: "."), ServiceKey("gldt-", 20),
        // Grafana, HashiCorp, Linear, Mailgun, Mapbox, New Relic, Notion, npm
        ServiceKey("glsa_", 30), ServiceKey("hvs.", 20), ServiceKey("lin_api_", 30),
        ServiceKey("key-", 32, isHexadecimal: true), ServiceKey("sk.eyJ", 20, and: "."),
        ServiceKey("pk.eyJ", 20, and: "."), ServiceKey("NRAK-", 20), ServiceKey("ntn_", 30),
        ServiceKey("npm_", 30),
        // Postman, PyPI, RubyGems, SendGrid, Sentry, Shopify
        ServiceKey("PMAK-", 30), ServiceKey("pypi-AgE", 40), ServiceKey("rubygems_", 40),
        ServiceKey("SG.", 40, and: "."), ServiceKey("sntrys_", 30, and: "=+/"),
        ServiceKey("shpat_", 30), ServiceKey("shpca_", 30), ServiceKey("shppa_", 30),
        ServiceKey("shpss_", 30),
        // Square, Stripe, Supabase, Twilio, age
        ServiceKey("sq0atp-", 20), ServiceKey("sq0csp-", 30), ServiceKey("sk_live_", 16),
        ServiceKey("sk_test_", 16), ServiceKey("rk_live_", 16), ServiceKey("rk_test_", 16),
        ServiceKey("pk_live_", 16), ServiceKey("pk_test_", 16), ServiceKey("whsec_", 24),
        ServiceKey("sbp_", 30), ServiceKey("SK", 32, isHexadecimal: true),
        ServiceKey("AGE-SECRET-KEY-1", 50),
    ]
}
