#!/bin/sh
# Linux's URLSession sends a length and chunks in one request.
#
# An app that uploads a stream of known size says so: it sets `Content-Length`, as S3 and TUS want it.
# Linux's URLSession sends the field, and the body in chunks all the same, with
# `Transfer-Encoding: chunked`. RFC 9112, section 6.2, forbids a sender both, since readers disagree:
# some take the first chunk's size for the first bytes of the body, others refuse the request. A mock
# that is a URLProtocol sees the length alone, so the app's tests pass. Data or a file has no chunks.
#
# Seen with Swift 6.3.1:
#
#   content-length: 8
#   transfer-encoding: chunked
#   body '8\r\nstreamed\r\n0\r\n\r\n'
#
# Fails if that changes.
set -e
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat > "$work/main.swift" <<'END'
import Dispatch
import Foundation
import FoundationNetworking

final class Delegate: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    let done = DispatchSemaphore(value: 0)

    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        needNewBodyStream completionHandler: @escaping (InputStream?) -> Void
    ) {
        completionHandler(InputStream(data: Data("streamed".utf8)))
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
    ) {
        done.signal()
    }
}

let delegate = Delegate()
let session = URLSession(configuration: .ephemeral, delegate: delegate, delegateQueue: nil)
var request = URLRequest(url: URL(string: CommandLine.arguments[1])!)
request.httpMethod = "PUT"
request.setValue("8", forHTTPHeaderField: "Content-Length")
session.uploadTask(withStreamedRequest: request).resume()
delegate.done.wait()
END
cat > "$work/server.py" <<'END'
import socket
import subprocess
import sys

with socket.create_server(("127.0.0.1", 0)) as server:
    url = f"http://127.0.0.1:{server.getsockname()[1]}/file"
    client = subprocess.Popen([sys.argv[1], url])
    connection, _ = server.accept()
    with connection:
        connection.settimeout(30)
        received = b""
        while b"\r\n\r\n" not in received:
            received += connection.recv(65536)
        head, body = received.split(b"\r\n\r\n", 1)
        fields = sorted(line.decode().lower() for line in head.split(b"\r\n")[1:])
        if any(field.startswith("expect:") for field in fields):
            connection.sendall(b"HTTP/1.1 100 Continue\r\n\r\n")
        while b"0\r\n\r\n" not in body:
            body += connection.recv(65536)
        connection.sendall(b"HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n")
    client.wait(timeout=30)
for field in fields:
    if field.startswith(("content-length", "transfer-encoding")):
        print(field)
print("body", repr(body.decode()))
END
cat > "$work/expected" <<'END'
content-length: 8
transfer-encoding: chunked
body '8\r\nstreamed\r\n0\r\n\r\n'
END
swiftc -o "$work/client" "$work/main.swift"
timeout 120 python3 "$work/server.py" "$work/client" > "$work/output"
cat "$work/output"
cmp "$work/expected" "$work/output"
