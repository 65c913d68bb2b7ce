import Barricade
import Testing

@testable import TestSupport

/// Files that are too large to be kept in memory; one after the other.
@Suite(.serialized, .timeLimit(.minutes(10))) struct FilePartTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
    }

    /// Adds up what it is given, and can take its time about it.
    private final class Counter: NSObject, URLSessionDataDelegate, Sendable {
        struct Sum: Equatable, Sendable {
            var bytes = 0
            var largest = 0
            /// The bytes that are not zero, by their place.
            var marks: [Int: UInt8] = [:]
        }

        private static let zeros = Data(count: 1 << 20)

        let sum = Locked(Sum())
        let ends = Events<(any Error)?>()
        private let take: @Sendable (Int) -> Void

        init(take: @escaping @Sendable (Int) -> Void = { _ in }) {
            self.take = take
        }

        func urlSession(
            _ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data
        ) {
            sum.withLock { sum in
                if data != Self.zeros.prefix(data.count) {
                    for start in stride(from: 0, to: data.count, by: 4_096) {
                        let page = data.dropFirst(start).prefix(4_096)
                        if page == Self.zeros.prefix(page.count) { continue }
                        for (place, byte) in page.enumerated() where byte != 0 {
                            sum.marks[sum.bytes + start + place] = byte
                        }
                    }
                }
                sum.bytes += data.count
                sum.largest = max(sum.largest, data.count)
            }
            take(data.count)
        }

        func urlSession(
            _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
        ) {
            ends.add(error)
        }
    }

    /// Makes a file of zeros, with some bytes in it, which takes no place on the disk.
    @discardableResult
    private func makeFile(
        _ name: String = "large.bin", size: Int, marks: [Int: UInt8] = [:]
    ) throws -> URL {
        let url = try folder.write("", to: name)
        let handle = try FileHandle(forWritingTo: url)
        for (place, byte) in marks {
            try handle.seek(toOffset: UInt64(place))
            try handle.write(contentsOf: Data([byte]))
        }
        try handle.truncate(atOffset: UInt64(size))
        try handle.close()
        return url
    }

    /// Makes a counter that stops at its first piece until the gate is signalled.
    private func stoppedCounter() -> (Counter, pieces: Events<Int>, gate: DispatchSemaphore) {
        let pieces = Events<Int>()
        let gate = DispatchSemaphore(value: 0)
        let counter = Counter { count in
            pieces.add(count)
            gate.wait()
            gate.signal()
        }
        return (counter, pieces, gate)
    }

    private func barricade(_ response: CannedResponse? = nil) -> Barricade {
        Barricade(
            ResponseSet(
                "Large", on: .get("/large"), files: .directory(folder.url),
                responses: [response ?? CannedResponse("Large", file: "large.bin")], line: 7))
    }

    /// Loads the file; returns what came of it, and the code of the error at its end.
    private func load(
        _ barricade: Barricade, headers: [String: String] = [:], by counter: Counter = Counter()
    ) async throws -> (sum: Counter.Sum, code: URLError.Code?) {
        let session = URLSession(
            configuration: .barricaded(by: barricade), delegate: counter, delegateQueue: nil)
        var request = URLRequest(url: try URL("\(api)/large"))
        request.allHTTPHeaderFields = headers
        session.dataTask(with: request).resume()
        let end = await counter.ends.wait().first ?? nil
        session.finishTasksAndInvalidate()
        return (counter.sum.current, end.map { ($0 as? URLError)?.code ?? .unknown })
    }

    #if compiler(>=6.3) && (os(Linux) || os(macOS))
    // Each in a process of its own, where nobody else takes memory.

    @Test(.onOwnThreads) func aLargeFileIsServedPieceByPiece() async {
        await #expect(processExitsWith: .success) {
            OwnProcess.mustEnd(withinMinutes: 4)
            try await FilePartTests().serveALargeFile()
        }
    }

    @Test(.onOwnThreads) func whatIsKeptOfManyFilesHasALimit() async {
        await #expect(processExitsWith: .success) {
            OwnProcess.mustEnd(withinMinutes: 4)
            try await FilePartTests().serveManyFiles()
        }
    }
    #else
    @Test func aLargeFileIsServedPieceByPiece() async throws {
        try await serveALargeFile()
    }

    @Test func whatIsKeptOfManyFilesHasALimit() async throws {
        try await serveManyFiles()
    }
    #endif

    private func serveALargeFile() async throws {
        // Twice as much as memory may grow, or a gigabyte.
        let size = Endurance.scale > 1 ? 1 << 30 : 1 << 27
        let marks = [0: UInt8(1), 1 << 20: 2, size / 2 + 7: 3, size - 1: 4]
        try makeFile(size: size, marks: marks)
        let before = Memory.inUse
        let (pieces, peak) = (Locked(0), Locked(0))
        let counter = Counter { _ in
            // To look at each of them would take longer than to serve them.
            let number = pieces.withLock { pieces in
                pieces += 1
                return pieces
            }
            guard number % 8 == 0 else { return }
            let memory = Memory.inUse
            peak.withLock { $0 = max($0, memory) }
        }
        let (sum, code) = try await load(barricade(), by: counter)
        let whole = Counter.Sum(bytes: size, largest: 1 << 20, marks: marks)
        #expect(sum == whole)
        #expect(code == nil)
        let growth = peak.current - before
        #expect(growth < 64 << 20, "grew by \(growth >> 20) MB")
        if ProcessInfo.processInfo.environment["BARRICADE_PRINTS_MEMORY"] != nil {
            print("Serving \(size >> 20) MB took \(growth >> 20) MB")
        }
    }

    private func serveManyFiles() async throws {
        let names = (0..<150).map { "\($0).bin" }
        for (number, name) in names.enumerated() {
            let file = try makeFile(name, size: 1 << 20, marks: [number: 1])
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: 1e9)], ofItemAtPath: file.path)
        }
        let barricade = Barricade(
            names.map { name in
                ResponseSet(name, on: .get("/\(name)"), files: .directory(folder.url)) {
                    CannedResponse("File", file: name)
                }
            })
        let before = Memory.inUse
        for (number, name) in names.enumerated() {
            let data = try #require(
                try await barricade.session.complete("\(api)/\(name)").data)
            try #require(data.count == 1 << 20)
            #expect(data[number] == 1)
        }
        let growth = Memory.inUse - before
        #expect(growth < 128 << 20, "grew by \(growth >> 20) MB")
    }

    @Test(arguments: [16 << 20, 256 << 20])
    func aFileIsReadNoFasterThanItsPiecesAreTaken(_ newSize: Int) async throws {
        try makeFile(size: 256 << 20)
        let (counter, firstPiece, gate) = stoppedCounter()
        let barricade = barricade()
        let session = URLSession(
            configuration: .barricaded(by: barricade), delegate: counter, delegateQueue: nil)
        session.dataTask(with: try URL("\(api)/large")).resume()
        await firstPiece.wait()
        // What has not been read by now is there no more, or of another version.
        try makeFile(size: newSize)
        gate.signal()
        let end = try #require(await counter.ends.wait().first ?? nil)
        let fault = try #require(BarricadeError(end))
        #expect(
            "\(fault.code): \(fault.message)" == """
                unreadableFile: Response "Large" of set "Large" (FilePartTests.swift:7) cannot be \
                sent. The file "large.bin" cannot be read: \(folder.file("large.bin").path): it was \
                changed while it was served.
                """)
        #expect(counter.sum.current.bytes <= 16 << 20)
    }

    @Test func aLargeFileIsGivenInPartOrWhole() async throws {
        let (size, first, mark) = (9 << 20, 5 << 20, (5 << 20) + 3)
        let file = try makeFile(size: size, marks: [mark: 9])
        // One that was changed just now is read at once.
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -60)], ofItemAtPath: file.path)
        let range = try await load(
            barricade(), headers: ["Range": "bytes=\(first)-\(first + (3 << 20) - 1)"])
        let part = Counter.Sum(bytes: 3 << 20, largest: 1 << 20, marks: [3: 9])
        #expect(range.sum == part)
        #expect(range.code == nil)
        let limit = (2 << 20) + 1
        let response = CannedResponse("Large", file: "large.bin")
            .failing(.networkConnectionLost, after: .bytes(limit))
        let start = try await load(barricade(response))
        #expect(start.sum.bytes == limit)
        #expect(start.code == .networkConnectionLost)
        // A completion handler gets it in one piece.
        var expected = Data(count: size)
        expected[mark] = 9
        let whole = barricade()
        #expect(try await whole.session.complete("\(api)/large").data == expected)
    }

    @Test func aLargeFileStopsWithItsTask() async throws {
        try makeFile(size: 64 << 20)
        let barricade = barricade()
        let (counter, firstPiece, gate) = stoppedCounter()
        let session = URLSession(
            configuration: .barricaded(by: barricade), delegate: counter, delegateQueue: nil)
        let task = session.dataTask(with: try URL("\(api)/large"))
        task.resume()
        await firstPiece.wait()
        task.cancel()
        gate.signal()
        let end = await counter.ends.wait().first ?? nil
        #expect((end as? URLError)?.code == .cancelled)
        #expect(counter.sum.current.bytes < 64 << 20)
        #expect(barricade.requests.map(\.outcome) == [.cancelled])
    }
}

/// What this process has of the machine's memory.
private enum Memory {
    /// Bytes that are neither shared nor could be read from a file again; 0 where nobody says.
    static var inUse: Int {
        let text = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = text?.split(separator: "\n").first { $0.hasPrefix("RssAnon:") }
        let kilobytes = line?.split(separator: " ").compactMap { Int($0) }.first
        return (kilobytes ?? 0) << 10
    }
}
