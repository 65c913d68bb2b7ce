import AddressBook
import Barricade
import BarricadeResources

// The app's own storage, in place of the items in memory. Core Data is in `CoreDataContacts`.
extension ContactFile: ResourceStorage {
    func items() throws -> [Contact] { try contacts() }
}
