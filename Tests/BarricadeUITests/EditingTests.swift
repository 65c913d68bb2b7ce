// Testable imports need a debug build.
#if DEBUG
import Barricade
import BarricadeFolder
import BarricadeSurfaces
import Testing

@testable import BarricadeUI
@testable import TestSupport

/// Making and editing responses on the screen.
@MainActor @Suite(.timeLimit(.minutes(10))) final class EditingTests: ShopOnScreen {
    private func outcome(of path: String, method: String = "GET") async -> String? {
        await barricade.session.ask(path, method: method)
        return barricade.requests.last?.outcome.words
    }

    @Test func aCopyIsEditedSavedAndSelected() async throws {
        model.edit("Success", in: "Login")
        #expect([model.draft.title, model.draft.name] == ["New Response", "Success copy"])
        #expect(model.editing?.isChanged == false)
        model.draft.name = "Sold Out"
        model.draft.status = "gone"
        model.draft[header: 0].name = "ignored, since there is no such row"
        model.draft.headers.append(ResponseDraft.Header("X-Stock", "0"))
        model.draft.body = #"{"stock":0}"#
        #expect(model.editing?.isChanged == true)
        model.save(selecting: true)
        #expect(!model.isEditing)
        #expect(model.message == nil)
        #expect(await outcome(of: "/login", method: "POST") == "410 gone")
        #expect(
            model.responses(of: "Login").map(\.sentence).last
                == "Sold Out, 410 gone, 11 bytes, selected, made here")
        #expect(model.overview.madeHere == "1 response made here")
        model.edit("Sold Out", in: "Login")
        #expect(model.draft.title == "Edit Sold Out")
        model.draft.status = "404"
        model.save(selecting: false)
        #expect(await outcome(of: "/login", method: "POST") == "404 not found")
        // One that is code cannot be copied.
        barricade.register(
            ResponseSet("Live", on: .get("/live")) { CannedResponse.live("Real") })
        model.refresh()
        model.edit("Real", in: "Live")
        #expect(!model.isEditing)
        #expect(model.message?.contains("\"Real\"") == true)
    }

    @Test func mistakesStandAtTheirFieldsAndWhatWasTypedStays() throws {
        model.makeResponse(in: "Books")
        let faults = ["{\n  \"a\": }", "{}"].map { body in
            model.draft.body = body
            return model.editing?.faults(in: .body)
        }
        #expect(faults == [["Line 2, column 8: wants a value here."], []])
        (model.draft.status, model.draft.name) = ("99", "Two")
        model.draft.headers = [ResponseDraft.Header("X-A", "1\r\n2")]
        (model.draft.body, model.draft.delay) = ("[1,]", "soon")
        for _ in 0..<2 {
            let editing = try #require(model.editing)
            let fields: [ResponseDraft.Field] = [.name, .status, .body, .delay]
            #expect(
                fields.map { editing.faults(in: $0) } + [editing.faults(in: .headers, row: 0)] == [
                    ["Is the name of another response."],
                    ["Wants a whole number from 200 to 599, got 99."],
                    ["Line 1, column 4: wants a value here."], ["Wants seconds, such as 0.5."],
                    ["The value of header X-A holds a line break or a zero byte."],
                ])
            model.save(selecting: true)
            #expect(model.isEditing)
            #expect(model.draft.status == "99")
        }
    }

    @Test func aQuotationMarkThatIsTypedIntoJSONIsStraight() {
        model.makeResponse(in: "Books")
        // The second “ is as a phone replaces it a moment later.
        var typed = ["{”", "{", "{”", "{", "{“", "{“", "{\"é”", "{\"é”“"].map { text in
            model.draft.body = text
            return model.draft.body
        }
        model.draft.bodyKind = .text
        model.draft.body = "“"
        model.draft.body = "““"
        typed.append(model.draft.body)
        #expect(typed == ["{”", "{", "{\"", "{", "{\"", "{\"", "{\"é”", "{\"é”\"", "““"])
    }

    @Test func aReplyInTheLogIsKeptAndEdited() async throws {
        let viewer = barricade.viewReplies()
        _ = await outcome(of: "/profile")
        let detail = try #require(model.logDetail(of: 0))
        let reply = try #require(detail.reply)
        #expect(model.body(of: .reply(0), showsAll: false) == reply.body)
        #expect(
            [reply.line, reply.headers.first?.name, reply.body.text, detail.makingTitle]
                + detail.facts.map(\.name) == [
                    "200 OK", "Content-Type", "{\n  \"name\": \"Ada\"\n}", "Keep and Edit",
                    "Arrived", "Waited", "First byte after", "Took", "Set", "Response",
                ])
        #expect(detail.responseCode.hasPrefix(#"CannedResponse("Full copy", "#))
        model.keepAndEdit(detail.row.entry)
        let draft = model.draft
        #expect([draft.set, draft.name, draft.body] == ["Profile", "Full copy", reply.body.text])
        withExtendedLifetime(viewer) {}
    }

    @Test func anUnmatchedRequestBecomesASet() async throws {
        await barricade.session.ask("/orders/17?page=2")
        let detail = try #require(model.logDetail(of: 0))
        model.keepAndEdit(detail.row.entry)
        #expect(
            [detail.makingTitle, model.draft.title] + model.draft.segments
                == ["Make a Set", "New Set", "orders", "17"])
        model.draft.toggleSegment(at: 1)
        #expect(model.draft.requests == "GET \(api)/orders/:id")
        model.draft.set = "Order"
        model.draft.status = "201"
        model.save(selecting: true)
        #expect(!model.isEditing)
        #expect(model.row(of: "Order")?.caption == "201 created · made here")
        await barricade.session.ask("/orders/18")
        model.refresh()
        #expect(model.row(of: "Order")?.caption == "201 created · made here · 1 request")
    }

    @Test func aDeletionIsUndoneWithItsSelection() throws {
        model.makeResponse(in: "Books")
        model.save(selecting: true)
        model.delete("Response", from: "Books")
        #expect(model.row(of: "Books")?.response == "Two")
        #expect(model.undoStep?.title == "Deletion of Response")
        model.undo()
        #expect(model.row(of: "Books")?.response == "Response")
        #expect([model.undoStep?.title, model.message] == [nil, nil])
        model.delete("Two", from: "Books")
        #expect(model.message?.contains("Two") == true)
        #expect(model.undoStep == nil)
    }

    @Test func savingAloneDoesNotSelectAndWhatOthersDidMeanwhileIsSaid() throws {
        model.makeResponse(in: "Books")
        model.save(selecting: false)
        let names = model.responses(of: "Books").map(\.name)
        #expect(
            (model.row(of: "Books")?.response, names) == ("Two", ["Two", "Offline", "Response"]))
        model.edit("Response", in: "Books")
        try barricade.replace(
            "Response", with: CannedResponse("Response", status: 410), in: "Books")
        model.draft.status = "404"
        model.save(selecting: false)
        let isChanged = model.editing?.problem?.contains("was changed meanwhile")
        #expect((isChanged, model.draft.status) == (true, "404"))

        model.makeResponse(in: "Books")
        model.draft.body = "[1]"
        try barricade.unregister("Books")
        model.save(selecting: true)
        #expect(model.editing?.problem?.hasPrefix("No response set is named \"Books\".") == true)
        #expect(model.draft.body == "[1]")
        #expect(model.message == nil)
        model.draft.body = "[2]"
        #expect(model.editing?.problem == nil)
    }

    @Test func whatWasMadeIsSavedToTheFolder() throws {
        let folder = try ScratchFolder()
        let manifest = """
            {"version": 1, "sets": [{"name": "Cart", "on": "GET /cart", "responses": [{"name": "Empty"}]}]}
            """
        try folder.write(manifest, to: "barricade.json")
        try barricade.register(folder: .directory(folder.url))
        model.refresh()
        #expect(model.overview.folder == folder.url.path)
        #expect(model.overview.madeHere == nil)
        model.makeResponse(in: "Cart")
        model.draft.body = #"{"full":true}"#
        model.save(selecting: false)
        model.saveToFolder()
        let (notice, made) = (model.notice, model.overview.madeHere)
        #expect((model.message, notice, made) == (nil, "1 response is saved.", nil))
        try FileManager.default.removeItem(at: folder.url)
        model.makeResponse(in: "Cart")
        model.draft.name = "Second"
        model.save(selecting: false)
        model.saveToFolder()
        #expect(model.message != nil)
        #expect(model.overview.madeHere == "1 response made here")
    }
}
#endif
