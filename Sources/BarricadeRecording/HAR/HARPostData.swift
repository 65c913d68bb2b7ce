import Barricade
import BarricadeCommon
import Foundation

/// The body of a request: text, text in base64, or the fields of a form.
struct HARPostData {
    let data: Data

    init(_ node: JSONNode?) {
        guard let node else {
            data = Data()
            return
        }
        let text = node["text"]?.text ?? ""
        if (node["encoding"] ?? node["_encoding"])?.text?.lowercased() == "base64",
            let bytes = Data(base64Encoded: text)
        {
            data = bytes
        } else if text.isEmpty {
            let fields = (node["params"]?.elements ?? []).map { field in
                let parts = [field["name"]?.text ?? "", field["value"]?.text ?? ""]
                return parts.map(PercentEncoding.encoded).joined(separator: "=")
            }
            data = Data(fields.joined(separator: "&").utf8)
        } else {
            data = Data(text.utf8)
        }
    }
}
