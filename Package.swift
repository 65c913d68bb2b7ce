// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "Barricade",
    platforms: [.iOS(.v16), .macOS(.v13), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
    products: [
        .library(name: "Barricade", targets: ["Barricade"]),
        .library(name: "BarricadeUI", targets: ["BarricadeUI"]),
        .library(name: "BarricadePanel", targets: ["BarricadePanel"]),
        .library(name: "BarricadeRecording", targets: ["BarricadeRecording"]),
        .library(name: "BarricadeTesting", targets: ["BarricadeTesting"]),
        .executable(name: "barricade-cli", targets: ["BarricadeCLI"]),
    ],
    targets: [
        .target(name: "Barricade"),
        .target(name: "BarricadeUI", dependencies: ["Barricade"]),
        .target(
            name: "BarricadePanel", dependencies: ["Barricade", "LoopbackServer"],
            exclude: ["API/openapi.json", "Page/Files"]),
        .target(name: "BarricadeRecording", dependencies: ["Barricade"]),
        .target(name: "BarricadeCoverage", dependencies: ["Barricade"]),
        .target(name: "BarricadeTesting", dependencies: ["Barricade", "BarricadeCoverage"]),
        .executableTarget(name: "BarricadeCLI", dependencies: ["Barricade", "BarricadeCoverage"]),
        .target(name: "LoopbackServer", dependencies: ["Barricade"]),
        .testTarget(
            name: "BarricadeTests",
            dependencies: ["Barricade", "BarricadeCoverage", "BarricadeTesting"],
            resources: [.copy("Responses")]),
        .testTarget(
            name: "BarricadeTestingTests", dependencies: ["Barricade", "BarricadeTesting"]),
        .testTarget(name: "BarricadeUITests", dependencies: ["Barricade", "BarricadeUI"]),
        .testTarget(
            name: "LoopbackServerTests", dependencies: ["Barricade", "LoopbackServer"]),
        .testTarget(
            name: "BarricadePanelTests",
            dependencies: ["Barricade", "BarricadePanel", "LoopbackServer"]),
        .testTarget(
            name: "BarricadeRecordingTests",
            dependencies: ["Barricade", "BarricadeRecording", "LoopbackServer"],
            resources: [.copy("Archives")]),
        // They run the program, which is built beside them.
        .testTarget(name: "BarricadeCLITests"),
        .testTarget(
            name: "DocumentationTests",
            dependencies: [
                "Barricade", "BarricadePanel", "BarricadeRecording", "BarricadeTesting",
                "BarricadeUI",
            ],
            resources: [.copy("Responses")]),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ]
    // Optimizing tests would take most of a release build, and show nothing of the library. Other
    // packages may depend on this one all the same, since no product contains these targets.
    if target.type == .test {
        target.swiftSettings?.append(.unsafeFlags(["-Onone"], .when(configuration: .release)))
    }
}
