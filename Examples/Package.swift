// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "Examples",
    platforms: [.iOS(.v16), .macOS(.v13), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
    products: [
        // For the files of BookshopApp in an Xcode project.
        .library(name: "Bookshop", targets: ["Bookshop"]),
        .library(name: "BookshopResponses", targets: ["BookshopResponses"]),
    ],
    dependencies: [
        .package(name: "Barricade", path: "..")
    ],
    targets: [
        // The app. It does not depend on Barricade, so the compiler sees to it that it knows none.
        .target(name: "Bookshop"),
        // What its service can answer.
        .target(
            name: "BookshopResponses",
            dependencies: [.product(name: "Barricade", package: "Barricade")],
            resources: [.copy("Responses")]),
        .executableTarget(
            name: "Demo",
            dependencies: [
                "Bookshop", "BookshopResponses",
                .product(name: "Barricade", package: "Barricade"),
                .product(name: "BarricadeFolder", package: "Barricade"),
                .product(name: "BarricadePanel", package: "Barricade"),
            ]),
        // The app with views, and the screen that chooses what its service answers.
        .executableTarget(
            name: "BookshopApp",
            dependencies: [
                "Bookshop", "BookshopResponses",
                .product(name: "Barricade", package: "Barricade"),
                .product(name: "BarricadeUI", package: "Barricade"),
            ]),
        // The app tested as a team would.
        .testTarget(
            name: "BookshopTests",
            dependencies: [
                "Bookshop", "BookshopResponses",
                .product(name: "Barricade", package: "Barricade"),
                .product(name: "BarricadeTesting", package: "Barricade"),
            ]),
        // The app as a program without a screen, and tests that drive it from their own process.
        .executableTarget(
            name: "Kiosk",
            dependencies: [
                "Bookshop", "BookshopResponses",
                .product(name: "Barricade", package: "Barricade"),
                .product(name: "BarricadePanel", package: "Barricade"),
            ]),
        .testTarget(
            name: "KioskTests",
            dependencies: [
                "Kiosk",
                .product(name: "Barricade", package: "Barricade"),
                .product(name: "BarricadePanel", package: "Barricade"),
            ]),
        .executableTarget(
            name: "Benchmark",
            dependencies: [
                .product(name: "Barricade", package: "Barricade"),
                .product(name: "BarricadeFolder", package: "Barricade"),
                .product(name: "BarricadePanel", package: "Barricade"),
            ]),
        // An app whose backend is late, and the backend. Neither depends on Barricade.
        .target(name: "AddressBook"),
        .target(name: "ContactsServer", dependencies: ["AddressBook"]),
        .executableTarget(
            name: "Contacts",
            dependencies: [
                "AddressBook", "ContactsServer",
                .product(name: "Barricade", package: "Barricade"),
                .product(name: "BarricadeResources", package: "Barricade"),
            ]),
        // A file that imports Barricade beside a module that exports the same names.
        .target(name: "Neighbours"),
        .target(
            name: "SharedNames",
            dependencies: [
                "Neighbours",
                .product(name: "Barricade", package: "Barricade"),
                .product(name: "BarricadeTesting", package: "Barricade"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ]
}
