import AddressBook

extension TourStep {
    /// What any service must do, in order.
    static let common = [
        TourStep(
            "Somebody new", .app(.add(name: "Radia Perlman", phone: "+1 617 555 0104")),
            shows: "Radia Perlman, +1 617 555 0104"),
        TourStep("Found by name", .app(.find("radia")), shows: "Radia Perlman"),
        TourStep(
            "A new number", .app(.change(1, phone: "+44 20 7946 9999")),
            shows: "Changed 1  Ada Lovelace, +44 20 7946 9999"),
        TourStep("Nobody of that number", .app(.delete(99)), shows: "! This contact no longer"),
        TourStep("Deleted", .app(.delete(2)), shows: "Deleted 2"),
        TourStep("Who is left", .app(.list), shows: left),
        TourStep("The app is started again", .restart),
        TourStep("The service has kept them", .app(.list), shows: left),
    ]

    private static let left = """
        1  Ada Lovelace, +44 20 7946 9999
        3  Alan Turing, +44 161 496 0003
        4  Radia Perlman, +1 617 555 0104
        """

    /// What only the canned service does when it is asked to.
    static let debugging = [
        TourStep("A list without contacts", .debug(.preset("Nobody")), shows: "Nobody"),
        TourStep("What the app shows then", .app(.list), shows: "Nobody is in your address book."),
        TourStep("No connection", .debug(.preset("Offline")), shows: "Offline"),
        TourStep("What the app shows then", .app(.delete(1)), shows: "! You are offline."),
        TourStep("A broken server", .debug(.preset("Server Error")), shows: "Server Error"),
        TourStep(
            "What the app shows then", .app(.list),
            shows: "! The address book is closed for a moment (500)."),
        TourStep("Errors by chance", .debug(.preset("Flaky")), shows: "Flaky"),
        TourStep("Twelve lists under them", .listOften, shows: "worked: 6, failed: 6"),
        TourStep("Everything works again", .debug(.preset("Works")), shows: "Works"),
        TourStep("A slow network", .debug(.slowness), shows: "The network is slow."),
        TourStep("A list over it", .app(.list), shows: left, after: .milliseconds(600)),
        TourStep(
            "The latest requests", .debug(.log),
            shows: "GET mockserver://contacts  \"List Contacts\" / \"Busy\"  503",
            "GET mockserver://contacts  \"List Contacts\" / \"Works\"  200"),
    ]
}
