/// A barricade's own URLProtocol class, and its connection to the barricade while that lives.
struct LoadingEntry: Sendable {
    let protocolClass = ProtocolRegistry.mint()

    func connect(to barricade: Barricade) {
        ProtocolRegistry.connect(protocolClass, to: barricade)
    }

    func disconnect() {
        ProtocolRegistry.disconnect(protocolClass)
    }
}
