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
            // Alibaba, Amazon
            keys("LTAI AKIA ASIA ABIA ACCA", 16), keys("amzn.mws.", 20),
            // Anthropic, OpenAI, Hugging Face, xAI, Groq, Perplexity
            keys("sk-ant- sk-proj-", 20), keys("sk-", 32), keys("hf_", 30),
            keys("xai- gsk_ pplx-", 40),
            // Artifactory, Atlassian, Brevo, Databricks, DigitalOcean, Docker, Doppler
            keys("AKCp", 60), keys("ATATT3 ATCTT3", 20, and: "="), keys("xkeysib-", 60),
            keys("dapi", 32, isHexadecimal: true), keys("dop_v1_ doo_v1_ dor_v1_", 40),
            keys("dckr_pat_", 20), keys("dp.pt. dp.st. dp.ct. dp.sa.", 30, and: "."),
            // Discord, Slack, Teams
            keys(
                """
                discord.com/api/webhooks/ discordapp.com/api/webhooks/ hooks.slack.com/services/ \
                hooks.slack.com/triggers/ hooks.slack.com/workflows/ webhook.office.com/webhookb2/
                """, 20, and: "/@"),
            keys("xoxa- xoxb- xoxc- xoxd- xoxe- xoxo- xoxp- xoxr- xoxs- xapp- xwfp-", 10),
            // EasyPost, Figma, Fly
            keys("EZAK EZTK", 54), keys("figd_", 30), keys("fo1_ fm1_ fm2_", 40),
            // Facebook, Google, Firebase
            keys("EAACEdEose0cBA", 10), keys("AIza", 35), keys("ya29.", 20, and: "."),
            keys("GOCSPX-", 20), keys("1//0", 30),
            // GitHub and GitLab
            keys("github_pat_", 22), keys("ghp_ gho_ ghu_ ghs_ ghr_", 30),
            keys("glpat- glrt- gldt- glptt- glcbt- glft- glimt- glagent- gloas-", 20, and: "."),
            // Grafana, HashiCorp, Linear, Mailgun, Mapbox, Netlify, New Relic, Notion, npm
            keys("glsa_", 30), keys("hvs. hvb.", 20), keys("lin_api_ lin_oauth_ nfp_", 30),
            keys("key-", 32, isHexadecimal: true), keys("sk.eyJ pk.eyJ", 20, and: "."),
            keys("NRAK-", 20), keys("ntn_ npm_", 30),
            // PlanetScale, Postman, Pulumi, PyPI, RubyGems, SendGrid, Sentry, Shopify
            keys("pscale_tkn_ pscale_pw_ PMAK-", 30), keys("pul-", 40, isHexadecimal: true),
            keys("pypi-AgE rubygems_", 40), keys("SG.", 40, and: "."),
            keys("sntrys_ sntryu_", 30, and: "=+/"), keys("shpat_ shpca_ shppa_ shpss_", 30),
            // Square, Stripe, Supabase, Tailscale, Twilio, age
            keys("sq0atp-", 20), keys("sq0csp-", 30),
            keys("sk_live_ sk_test_ rk_live_ rk_test_ pk_live_ pk_test_", 16), keys("whsec_", 24),
            keys("sbp_ sb_secret_", 30), keys("tskey-", 20), keys("SK", 32, isHexadecimal: true),
            keys("AGE-SECRET-KEY-1", 50),
        ].joined())
}
