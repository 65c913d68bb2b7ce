#!/bin/sh
# Linux's URLSession keeps a processor busy for as long as a request waits for its server.
#
# A long poll, an event stream or a slow server should cost a client nothing while it is silent. On
# Linux, the session still asks whether the socket can be written to after the whole request has been
# sent. It always can, so the event loop turns some thousand times a second until the reply comes. A
# server in Swift that calls another one pays for that, and a test that waits for a live server.
#
# Seen with Swift 6.3.1, for a GET that waits three seconds (some 1.5 s of CPU time):
#
#   nothing to wait for: idle
#   one silent server: busy
#
# Fails if that changes.
set -e
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat > "$work/main.swift" <<'END'
import Foundation
import FoundationNetworking

let session = URLSession(configuration: .ephemeral)
for url in CommandLine.arguments.dropFirst().compactMap(URL.init(string:)) {
    session.dataTask(with: url) { _, _, _ in }.resume()
}
Thread.sleep(forTimeInterval: 3)
// Of all threads; a machine that does other work too gives this process less.
print(Double(clock()) / 1e6 > 0.5 ? "busy" : "idle")
END
cat > "$work/server.py" <<'END'
import socket
import subprocess
import sys

print("nothing to wait for:", subprocess.check_output([sys.argv[1]], text=True).strip())
# It gets the request, and says nothing.
with socket.create_server(("127.0.0.1", 0)) as server:
    url = f"http://127.0.0.1:{server.getsockname()[1]}/events"
    print("one silent server:", subprocess.check_output([sys.argv[1], url], text=True).strip())
END
cat > "$work/expected" <<'END'
nothing to wait for: idle
one silent server: busy
END
swiftc -o "$work/client" "$work/main.swift"
timeout 120 python3 "$work/server.py" "$work/client" > "$work/output"
cat "$work/output"
cmp "$work/expected" "$work/output"
