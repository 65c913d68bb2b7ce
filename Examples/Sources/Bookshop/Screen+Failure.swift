import Foundation

extension Screen {
    /// What a page shows in place of its content when its request has failed.
    init(_ page: Page, failure error: any Error) {
        guard let error = error as? BookshopError else {
            self.init(
                page, banner: "Something went wrong", rows: [Row("We have made a note of it.")],
                log: error.localizedDescription)
            return
        }
        let (banner, advice) = error.words(on: page)
        self.init(page, banner: banner, rows: [Row(advice)])
    }
}

extension BookshopError {
    fileprivate func words(on page: Page) -> (banner: String, advice: String) {
        switch self {
        case .noConnection:
            ("Check your connection", "You seem to be offline.")
        case .timedOut:
            ("This is taking too long", "Try again in a moment.")
        case .unauthorized where page == .signIn:
            ("Wrong email or password", "Forgot it? We can send you a new one.")
        case .unauthorized:
            ("Please sign in again", "You were signed out for your safety.")
        case .refused(let message):
            ("That did not work", message)
        case .unavailable(let status):
            ("The shop is closed for a moment", "Our fault, not yours (\(status)).")
        case .unreadableReply:
            ("Please update the app", "The shop speaks a newer language.")
        }
    }
}
