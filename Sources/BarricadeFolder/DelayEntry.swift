import Barricade

/// A delay in a manifest: `3`, or how it varies.
struct DelayEntry: ManifestEntry {
    var fixed: Duration?
    var extra: Duration?
    var uniform: [Duration]?
    var logNormal: LogNormalEntry?

    static let object = ManifestObject<DelayEntry>(
        "a delay",
        rules: [
            .one(["fixed", "uniform", "logNormal"]), .needs("fixed", oneOf: ["plusUpTo"]),
            .needs("plusUpTo", oneOf: ["fixed"]),
        ]
    ) {
        Key("uniform", \.uniform, bounds, "The shortest and the longest wait.")
        Key("logNormal", \.logNormal, LogNormalEntry.object.form, "Mostly near the median.")
        Key("fixed", \.fixed, .seconds(), "The shortest wait.")
        Key("plusUpTo", \.extra, .seconds(), "The longest random wait after it.")
    }

    private static let bounds = ManifestForm<Duration>.seconds().list("wait").converted(
        reading: { bounds, place -> [Duration]? in
            if bounds.count == 2, bounds[0] <= bounds[1] { return bounds }
            place.note("wants the shortest and the longest wait")
            return nil
        },
        writing: { $0 }
    ).limited(["minItems": 2, "maxItems": 2])

    static let form = ManifestForm<ResponseDelay>.short(
        .seconds(), or: object.form(\.delay, DelayEntry.init), lengthened: { .fixed($0) },
        shortened: { delay in if case .fixed(let duration) = delay.kind { duration } else { nil } })
}

extension DelayEntry {
    init(_ delay: ResponseDelay) {
        switch delay.kind {
        case .fixed(let duration): fixed = duration
        case .uniform(let shortest, let longest): uniform = [shortest, longest]
        case .logNormal(let median, let sigma):
            logNormal = LogNormalEntry(median: median, sigma: sigma)
        }
    }

    private var delay: ResponseDelay? {
        if let uniform { return .uniform(uniform[0]...uniform[1]) }
        if let fixed, let extra { return .fixed(fixed, plusUpTo: extra) }
        if let median = logNormal?.median, let sigma = logNormal?.sigma {
            return .logNormal(median: median, sigma: sigma)
        }
        return nil
    }
}

/// A log-normal delay in a manifest.
struct LogNormalEntry: ManifestEntry {
    var median: Duration?
    var sigma: Double?

    static let object = ManifestObject<LogNormalEntry>("a log-normal delay") {
        Key("median", \.median, .seconds(), isRequired: true, "Half of the waits are shorter.")
        Key("sigma", \.sigma, .number, isRequired: true, "How much the waits differ.")
    }
}
