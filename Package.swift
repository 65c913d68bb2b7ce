// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "Barricade",
    platforms: [.iOS(.v16), .macOS(.v13), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
    products: [
        .library(name: "Barricade", targets: ["Barricade"]),
        .library(name: "BarricadeResources", targets: ["BarricadeResources"]),
        .library(name: "BarricadeFolder", targets: ["BarricadeFolder"]),
        .library(name: "BarricadeUI", targets: ["BarricadeUI"]),
        .library(name: "BarricadePanel", targets: ["BarricadePanel"]),
        .library(name: "BarricadeRecording", targets: ["BarricadeRecording"]),
        .library(name: "BarricadeTesting", targets: ["BarricadeTesting"]),
        .executable(name: "barricade-cli", targets: ["BarricadeCLI"]),
    ],
    targets: [
        .target(name: "Barricade"),
        .target(name: "BarricadeCommon", dependencies: ["Barricade"]),
        .target(name: "BarricadeResources", dependencies: ["Barricade", "BarricadeCommon"]),
        .target(
            name: "BarricadeFolder",
            dependencies: ["Barricade", "BarricadeCommon", "BarricadeResources"]),
        .target(
            name: "BarricadeRecording",
            dependencies: ["Barricade", "BarricadeCommon", "BarricadeFolder"]),
        .target(
            name: "BarricadeSurfaces",
            dependencies: ["Barricade", "BarricadeCommon", "BarricadeFolder"]),
        .target(
            name: "BarricadeUI",
            dependencies: ["Barricade", "BarricadeCommon", "BarricadeSurfaces"]),
        .target(name: "LoopbackServer", dependencies: ["Barricade", "BarricadeCommon"]),
        .target(
            name: "BarricadePanel",
            dependencies: [
                "Barricade", "BarricadeCommon", "BarricadeFolder", "BarricadeSurfaces",
                "LoopbackServer",
            ],
            exclude: ["API/openapi.json", "Page/Files"]),
        .target(name: "BarricadeCoverage", dependencies: ["Barricade", "BarricadeCommon"]),
        .target(
            name: "BarricadeTesting",
            dependencies: ["Barricade", "BarricadeCommon", "BarricadeCoverage"]),
        .executableTarget(
            name: "BarricadeCLI",
            dependencies: [
                "Barricade", "BarricadeCommon", "BarricadeCoverage", "BarricadeFolder",
                "BarricadePanel", "BarricadeRecording",
            ]),
        .target(
            name: "TestSupport",
            dependencies: ["Barricade", "BarricadeCommon", "BarricadeTesting", "LoopbackServer"],
            path: "Tests/TestSupport"),
        .testTarget(
            name: "BarricadeTests",
            dependencies: [
                "Barricade", "BarricadeCommon", "BarricadeResources", "BarricadeTesting",
            ],
            resources: [.copy("Responses")]),
        .testTarget(
            name: "BarricadeLoadingTests",
            dependencies: ["Barricade", "BarricadeCommon", "BarricadeTesting"]),
        .testTarget(name: "ComparisonTests", dependencies: ["Barricade", "BarricadeCommon"]),
        .testTarget(
            name: "BarricadeMatchingTests",
            dependencies: ["Barricade", "BarricadeCommon", "BarricadeTesting"]),
        .testTarget(name: "BarricadeCommonTests", dependencies: ["Barricade", "BarricadeCommon"]),
        .testTarget(
            name: "BarricadeResourcesTests",
            dependencies: [
                "Barricade", "BarricadeCommon", "BarricadeResources", "BarricadeTesting",
            ]),
        .testTarget(
            name: "BarricadeFolderTests",
            dependencies: [
                "Barricade", "BarricadeCommon", "BarricadeFolder", "BarricadeResources",
                "BarricadeTesting",
            ]),
        .testTarget(
            name: "BarricadeSurfacesTests",
            dependencies: [
                "Barricade", "BarricadeFolder", "BarricadeResources", "BarricadeSurfaces",
                "BarricadeTesting",
            ]),
        .testTarget(
            name: "BarricadeCoverageTests", dependencies: ["Barricade", "BarricadeCoverage"]),
        .testTarget(
            name: "BarricadeTestingTests",
            dependencies: [
                "Barricade", "BarricadeCommon", "BarricadeCoverage", "BarricadeResources",
                "BarricadeTesting",
            ]),
        .testTarget(
            name: "BarricadeUITests",
            dependencies: [
                "Barricade", "BarricadeCommon", "BarricadeFolder", "BarricadeSurfaces",
                "BarricadeUI",
            ]),
        .testTarget(
            name: "LoopbackServerTests", dependencies: ["Barricade", "LoopbackServer"]),
        .testTarget(
            name: "BarricadePanelTests",
            dependencies: [
                "Barricade", "BarricadeCommon", "BarricadeFolder", "BarricadePanel",
                "BarricadeResources", "BarricadeSurfaces", "BarricadeUI", "LoopbackServer",
            ],
            resources: [.copy("Browser/Driver/Scripts")]),
        .testTarget(
            name: "BarricadeRecordingTests",
            dependencies: [
                "Barricade", "BarricadeCommon", "BarricadeFolder", "BarricadeRecording",
                "BarricadeSurfaces", "LoopbackServer",
            ],
            resources: [.copy("Archives")]),
        // They run the program, which is built beside them.
        .testTarget(name: "BarricadeCLITests"),
        .testTarget(
            name: "DocumentationTests",
            dependencies: [
                "Barricade", "BarricadeFolder", "BarricadePanel", "BarricadeRecording",
                "BarricadeResources", "BarricadeTesting", "BarricadeUI",
            ],
            // What the code of pages needs around it; a test compiles them together.
            exclude: ["Context"]),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ]
    // Optimizing tests would take most of a release build, and show nothing of the library. In a
    // debug build, a process for every 25 files of a module would expand the macros of all its
    // tests; here one process compiles them all, and batch mode is off, since the compiler warns
    // of both at once. Other packages may depend on this one all the same, since no product
    // contains these targets.
    if target.type == .test || target.name == "TestSupport" {
        target.swiftSettings? += [
            .unsafeFlags(["-no-emit-module-separately-wmo"]),
            .unsafeFlags(["-Onone", "-enable-testing"], .when(configuration: .release)),
            .unsafeFlags(
                ["-wmo", "-num-threads", "2", "-disable-batch-mode"],
                .when(configuration: .debug)),
        ]
    }
    if target.type == .test { target.dependencies.append("TestSupport") }
}
