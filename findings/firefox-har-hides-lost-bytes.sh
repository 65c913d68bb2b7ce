#!/usr/bin/env bash
# Firefox's HAR export presents bodies of which it has lost bytes as whole ones.
#
# A page fetches five replies of a local server while the network monitor is open, with default
# settings, and the monitor writes its archive. In each case the page gets what the server sends:
#
#   - a body of 1 100 KB (the limit, devtools.netmonitor.responseBodyLimit, is 1 MB): in the archive it
#     has its full length, but zero bytes follow the first 768 KB;
#   - a body of 3 000 KB that gzip makes 1.5 MB: from somewhere on another text, of another length;
#   - a chunked body whose connection breaks, so that fetch() fails: status 200 and the first part as
#     the text, like any other reply; there is no error and no comment;
#   - bodySize, which HAR 1.2 calls the size of the body, counts the bytes of the head too.
#
# Neither "comment" nor any other member says so. Needs Python 3 and Debian's firefox-esr.
# Seen with Firefox 153.8.0esr:
#   plain   sent 1126400 text 1126400 first difference 786432 zeros 339968
#   gzip    sent 3072000 text differs, no zeros, size is that of the transfer: True
#   broken  fetch failed, text 'xxxxxxxxxx' status 200
#   small   body 5 bodySize 5 plus the head: True
# Fails if that changes.
set -euo pipefail
firefox=$(command -v firefox-esr) || { echo "needs firefox-esr"; exit 2; }
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
cat > "$folder/run.py" <<'PYTHON'
import gzip, http.server, json, random, socket, subprocess, sys, threading, time

folder, program = sys.argv[1], sys.argv[2]
letters = random.Random(3)
PLAIN, CODED = ("".join(letters.choice("abcdefghij \n") for _ in range(n << 10)) for n in (1100, 3000))

class Server(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/html" if self.path == "/" else "text/plain")
        if self.path == "/broken":
            self.send_header("Transfer-Encoding", "chunked")
            self.end_headers()
            self.wfile.write(b"a\r\nxxxxxxxxxx\r\n")
            self.close_connection = True
            return
        bodies = {"/plain": PLAIN.encode(), "/gzip": gzip.compress(CODED.encode()), "/small": b"small"}
        body = bodies.get(self.path, b"<!DOCTYPE html><title>t</title>")
        if self.path == "/gzip": self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
    def log_message(self, *_): pass

server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
threading.Thread(target=server.serve_forever, daemon=True).start()
firefox = subprocess.Popen(
    [program, "--headless", "--no-remote", "--profile", folder, "--marionette", "--remote-allow-system-access"],
    stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
try:
    for _ in range(100):
        try: wire = socket.create_connection(("127.0.0.1", 2828), 1); break
        except OSError: time.sleep(0.3)
    wire.settimeout(120)
    file = wire.makefile("rb")
    def answer():
        size = b""
        while (byte := file.read(1)) != b":": size += byte
        return json.loads(file.read(int(size)))
    def call(name, **values):
        text = json.dumps([0, 1, name, values]).encode()
        wire.sendall(b"%d:%s" % (len(text), text))
        _, _, fault, result = answer()
        if fault: sys.exit(fault["message"])
        return result
    def run(context, script):
        call("Marionette:SetContext", value=context)
        return call("WebDriver:ExecuteAsyncScript", args=[], sandbox="system" if context == "chrome" else "default",
                    script="const done = arguments[0]; (async () => {" + script + "})().then(done, e => done('' + e))")["value"]
    answer()
    version = call("WebDriver:NewSession", capabilities={})["capabilities"]["browserVersion"]
    call("WebDriver:Navigate", url=f"http://127.0.0.1:{server.server_port}/")
    run("chrome", """const { require } = ChromeUtils.importESModule("resource://devtools/shared/loader/Loader.sys.mjs");
        const window = Services.wm.getMostRecentWindow("navigator:browser");
        const toolbox = await require("devtools/client/framework/devtools").gDevTools
            .showToolboxForTab(window.gBrowser.selectedTab, { toolId: "netmonitor" });
        window.netmonitor = await toolbox.getNetMonitorAPI();""")
    fetched = run("content", """const got = {};
        for (const name of ["plain", "gzip", "broken", "small"])
            got[name] = await fetch("/" + name).then(r => r.text()).then(t => t.length, () => "failed");
        return got""")
    time.sleep(2)
    har = json.loads(run("chrome", """return JSON.stringify(await Services.wm
        .getMostRecentWindow("navigator:browser").netmonitor.getHar())"""))
finally:
    firefox.kill(); firefox.wait()

print("Firefox", version)
replies = {e["request"]["url"].rsplit("/", 1)[1]: e["response"] for e in har.get("log", har)["entries"]}
text = {name: reply["content"].get("text", "") for name, reply in replies.items()}
first = next((n for n, (a, b) in enumerate(zip(text["plain"], PLAIN)) if a != b), None)
zeros = text["plain"].count("\0")
print("plain   sent", len(PLAIN), "text", len(text["plain"]), "first difference", first, "zeros", zeros)
isOfTransfer = replies["gzip"]["content"]["size"] == len(gzip.compress(CODED.encode()))
print("gzip    sent", len(CODED), "text", "as sent" if text["gzip"] == CODED else "differs,",
      "zeros" if "\0" in text["gzip"] else "no zeros,", "size is that of the transfer:", isOfTransfer)
print("broken  fetch", fetched["broken"] + ",", "text", repr(text["broken"]), "status", replies["broken"]["status"])
excess = replies["small"]["bodySize"] - 5
print("small   body 5 bodySize 5 plus the head:", excess > 50)
told = [m for reply in replies.values() for part in (reply, reply["content"]) for m in ("comment", "_error") if part.get(m)]
asSeen = (fetched["plain"], fetched["gzip"], fetched["broken"]) == (len(PLAIN), len(CODED), "failed")
sys.exit(0 if asSeen and not told and (first, zeros) == (786432, 339968) and text["gzip"] != CODED and excess > 50
         and (text["broken"], replies["broken"]["status"]) == ("x" * 10, 200) else "Firefox does otherwise now")
PYTHON
mkdir "$folder/profile"
python3 "$folder/run.py" "$folder/profile" "$firefox"
