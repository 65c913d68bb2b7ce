import BarricadeSurfaces
import Foundation

// Requests, replies and canned responses, as a page draws them.

extension MessageContent: Encodable {
    private enum CodingKeys: CodingKey {
        case line, headers, body
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(line, forKey: .line)
        try container.encode(headers, forKey: .headers)
        try container.encode(body, forKey: .body)
    }
}

extension BodyPreview: Encodable {
    private enum CodingKeys: CodingKey {
        case kind, summary, text, folds, parts, image, note, isCut
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(kind, forKey: .kind)
        try container.encode(summary, forKey: .summary)
        try container.encode(text, forKey: .text)
        // The number of each line that opens something, and that of the line which closes it.
        let folds = BodyLines(self).lines.compactMap { line in line.end.map { [line.id, $0] } }
        try container.encode(folds, forKey: .folds)
        try container.encode(parts, forKey: .parts)
        try container.encodeIfPresent(image, forKey: .image)
        try container.encodeIfPresent(note, forKey: .note)
        try container.encode(isCut, forKey: .isCut)
    }
}

extension BodyPreview.Part: Encodable {
    private enum CodingKeys: CodingKey {
        case title, body
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(title, forKey: .title)
        try container.encode(body, forKey: .body)
    }
}
