var server: BarricadeServer { fatalError() }
var webView: WebView { fatalError() }

struct WebView {
    func load(_ request: URLRequest) {}
}
