import Barricade
import Bookshop

extension Tour {
    static let steps = [
        TourStep(
            "Success", .signIn, .response("Success"),
            shows: "Welcome back, Ada."),
        TourStep(
            "Success with a list, from a file", .catalogue, .defaults,
            shows: "The Salt Cartographer", "£14.50", "and 125 more"),
        TourStep(
            "Success for a query, by a narrower set on the same path", .search, .defaults,
            shows: "The Salt Cartographer"),
        TourStep(
            "401", .signIn, .response("Wrong Password"),
            shows: "Wrong email or password"),
        TourStep(
            "500", .catalogue, .response("Server Error"),
            shows: "The shop is closed for a moment", "(500)"),
        TourStep(
            "A reply that the app cannot read", .catalogue, .response("Newer Format"),
            shows: "Please update the app"),
        TourStep(
            "Offline", .profile, .response("Offline"),
            shows: "Check your connection"),
        TourStep(
            "Slow", .catalogue, .response("Slow"),
            shows: "The Salt Cartographer", after: .seconds(1.2)),
        TourStep(
            "A network like theirs: 400 ms down, 440 ms up", .catalogue, .network(.edge),
            shows: "The Salt Cartographer", after: .milliseconds(840)),
        TourStep(
            "Redirect, from the order to its status", .placeOrder, .response("Redirect"),
            shows: "Order 1042", "Being packed"),
        TourStep(
            "A preset over all sets", .orderStatus, .preset("Bad Day"),
            shows: "We know no such order."),
        TourStep(
            "Unmatched: no set answers the wish list", .wishList, .defaults,
            shows: "Something went wrong",
            "No response set matches GET https://api.bookshop.example/v1/wishlist."),
    ]
}
