package import Barricade
import Foundation

extension Resource {
    /// Returns why it is unusable; usually `nil`.
    ///
    /// It reads the file of its items if there is one.
    package func fault(in files: FileLocation) -> BarricadeError? {
        do {
            _ = try seedItems(in: files)
            return nil
        } catch {
            return error
        }
    }

    /// Returns the initial items, checked; `nil` means the storage's.
    func seedItems(in files: FileLocation) throws(BarricadeError) -> [Model]? {
        if let fault = format.fault { throw unusable(": \(fault).") }
        let items: [Model]
        switch seed {
        case .found: return nil
        case .items(let given): items = given
        case .file(let name, let location):
            items = try read(BodyFile(name, in: location ?? files))
        }
        var seen: Set<Model.ID> = []
        for item in items {
            let id = try? format.text(of: item.id)
            guard let id else {
                throw unusable(
                    ": it starts with an item whose id is not written as a text or a whole number.")
            }
            guard seen.insert(item.id).inserted else {
                throw unusable(": it starts with two items with id \"\(id)\".")
            }
        }
        if let item = items.first, let json = try? format.json(of: item),
            json[format.idKey] != (try? format.json(of: item.id))
        {
            throw misplacedID(in: item)
        }
        return items
    }

    /// Makes the error of requests if items have their id under another key.
    func misplacedID(in item: Model) -> BarricadeError {
        let json = (try? format.json(of: item)).map { [$0] } ?? []
        let fields = fields(of: [item], json: json)
        return unusable(
            """
            : in the JSON of its items, "\(format.idKey)" is not the id. \
            \(NameSuggestion.known(nearestTo: format.idKey, among: fields)).

            To fix: name the key of the id, format: ResourceFormat(idKey: "…").
            """)
    }

    /// Makes an error about an unusable resource.
    func unusable(
        _ problem: String, code: BarricadeError.Code = .invalidDefinition
    ) -> BarricadeError {
        BarricadeError(
            code, "Resource \"\(name.shortened)\" (\(origin.text)) cannot be used\(problem)")
    }

    private func read(_ file: BodyFile) throws(BarricadeError) -> [Model] {
        let data: Data
        do {
            data = try file.find().data()
        } catch {
            throw unusable(". \(error.message)", code: error.code)
        }
        do {
            let json = try JSONReader.read(data)
            if let wrapped = format.itemsKey.flatMap({ json[$0] }) {
                return try format.value([Model].self, from: wrapped)
            }
            return try format.decoder.decode([Model].self, from: data)
        } catch let fault as JSONReader.Fault {
            throw unusable(": the file \"\(file.name)\" is not JSON (\(fault)).")
        } catch {
            let fault = DecodingFault(error, writing: format.written)
            throw unusable(
                """
                : the file "\(file.name)" does not hold an array of \(Model.self): \
                \(fault.subject()) \(fault.fullReason).
                """)
        }
    }
}
