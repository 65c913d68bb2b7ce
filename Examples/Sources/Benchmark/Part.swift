/// A part of the benchmark, which can be run alone.
enum Part: String, CaseIterable {
    // Memory comes first, before what other parts leave behind can hide that it grows.
    case memory
    case sequential
    case concurrent
    case hop
    case bodies
    case uploads
    case routing
    case registering
    case overview
    case barricades
    case growth

    func measure(_ options: Options, _ add: (Row) -> Void) async throws {
        switch self {
        case .memory: try await MemoryCases(options).measure(add)
        case .sequential: try await LoadCases(options, atATime: 1).measure(part: self, add)
        case .concurrent: try await LoadCases(options, atATime: 64).measure(part: self, add)
        case .hop: try await HopCases(options).measure(add)
        case .bodies: try await BodyCases(options).measure(add)
        case .uploads: try await UploadCases(options).measure(add)
        case .routing: await RoutingCases(options).measure(add)
        case .registering: RegisteringCases(options).measure(add)
        case .overview: try await OverviewCases(options).measure(add)
        case .barricades: try await BarricadeCases(options).measure(add)
        case .growth: try await GrowthCases(options).measure(add)
        }
    }
}
