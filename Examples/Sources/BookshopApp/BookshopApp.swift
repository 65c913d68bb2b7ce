#if canImport(SwiftUI)
#if DEBUG
import BarricadeUI
#endif
import Bookshop
import Foundation
import SwiftUI

/// The bookshop as an app for Apple platforms; in debug builds, a barricade is its service.
@main
struct BookshopApp: App {
    #if os(macOS) && SWIFT_PACKAGE
    @NSApplicationDelegateAdaptor private var activation: Activation
    #endif
    private let storefront: Storefront

    init() {
        #if DEBUG
        Service.start()
        #endif
        storefront = Storefront(client: BookshopClient(session: .shared))
    }

    var body: some Scene {
        WindowGroup("Bookshop") {
            PageList(storefront: storefront)
                #if DEBUG
            .presentsBarricade()
                #endif
        }
        #if DEBUG && os(macOS)
        .commands { BarricadeCommands() }
        #endif

        #if DEBUG && os(macOS)
        BarricadeScene()
        #endif
    }
}
#endif
