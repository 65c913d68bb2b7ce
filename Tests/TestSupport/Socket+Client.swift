// Methods of the same name hide it.
private func connectSocket(_ descriptor: CInt, to address: addrinfo) -> CInt {
    connect(descriptor, address.ai_addr, address.ai_addrlen)
}

extension Socket {
    /// Connects to another address than 127.0.0.1.
    static func connect(to host: String, _ port: UInt16) throws -> Socket {
        var hints = addrinfo()
        hints.ai_flags = AI_NUMERICHOST
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, "\(port)", &hints, &found) == 0, let address = found?.pointee else {
            throw Failure(call: "getaddrinfo")
        }
        defer { freeaddrinfo(found) }
        let made = try stream(address.ai_family)
        guard connectSocket(made.descriptor, to: address) == 0 else {
            let failure = Failure(call: "connect")
            made.close()
            throw failure
        }
        return made
    }

    /// Ends this side's half of the connection.
    func endSending() {
        _ = shutdown(descriptor, CInt(SHUT_WR))
    }

    /// Gives up a read that takes longer, so that a test fails rather than hangs.
    func limitReading(milliseconds: Int) {
        var time = timeval()
        time.tv_sec = .init(milliseconds / 1_000)
        time.tv_usec = .init(milliseconds % 1_000 * 1_000)
        set(SO_RCVTIMEO, to: time)
    }

    func readByte() {
        var byte: UInt8 = 0
        recv(descriptor, &byte, 1, 0)
    }

    /// Whether a read would return at once.
    var hasSomethingToRead: Bool {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&waiting, 1, 0) > 0
    }

    /// Closes it as a program that crashes does: what is under way is lost.
    func reset() {
        set(SO_LINGER, to: linger(l_onoff: 1, l_linger: 0))
        close()
    }

    func set<Value: BitwiseCopyable>(_ option: CInt, to value: Value) {
        var value = value
        setsockopt(descriptor, SOL_SOCKET, option, &value, socklen_t(MemoryLayout<Value>.size))
    }
}
