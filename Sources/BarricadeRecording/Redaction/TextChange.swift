import Barricade

/// A place where a text differs from what it was.
///
/// Texts change in a few places, where secrets stood: everything else is to stay as it is written.
struct TextChange: Equatable {
    /// The bytes that were there.
    let old: Range<Int>
    /// The bytes that are there now.
    let new: Range<Int>

    /// Returns all of them, in order, with whole characters.
    static func all(from old: [UInt8], to new: [UInt8]) -> [Self] {
        var changes: [Self] = []
        var (start, newStart) = (0, 0)
        while true {
            while start < old.count, newStart < new.count, old[start] == new[newStart] {
                start += 1
                newStart += 1
            }
            guard start < old.count || newStart < new.count else { return changes }
            while !old.isCharacter(at: start) || !new.isCharacter(at: newStart) {
                start -= 1
                newStart -= 1
            }
            let next = meeting(old, from: start, new, from: newStart)
            var (end, newEnd) = next
            while end > start, newEnd > newStart, old[end - 1] == new[newEnd - 1] {
                end -= 1
                newEnd -= 1
            }
            while !old.isCharacter(at: end) || !new.isCharacter(at: newEnd) {
                end += 1
                newEnd += 1
            }
            changes.append(Self(old: start..<end, new: newStart..<newEnd))
            (start, newStart) = next
        }
    }

    /// Returns where two texts go on in the same way: at what stands between words, such as `", "`.
    ///
    /// A wrong guess makes a change larger, and no text wrong.
    private static func meeting(
        _ old: [UInt8], from start: Int, _ new: [UInt8], from newStart: Int
    ) -> (Int, Int) {
        let ends = old.words(from: start)
        let newEnds = new.words(from: newStart)
        /// A single separator stands in many places, so it takes the word after it to be sure.
        func isSame(_ index: Int, _ newIndex: Int, isSure: Bool) -> Bool {
            guard ends.indices.contains(index), newEnds.indices.contains(newIndex) else {
                return false
            }
            let (end, newEnd) = (ends[index], newEnds[newIndex])
            return old[end.separators].elementsEqual(new[newEnd.separators])
                && (!isSure || end.separators.count > 1
                    || old[end.nextWord].elementsEqual(new[newEnd.nextWord]))
        }
        func place(_ index: Int, _ newIndex: Int) -> (Int, Int) {
            (ends[index].separators.lowerBound, newEnds[newIndex].separators.lowerBound)
        }
        // The places that are nearest together come first.
        for sum in 0..<ends.count + newEnds.count {
            for index in 0...sum where isSame(index, sum - index, isSure: true) {
                // After as many words, each of which may be another secret.
                let isInStep = index == sum - index && isSame(0, 0, isSure: false)
                return isInStep ? place(0, 0) : place(index, sum - index)
            }
        }
        if isSame(0, 0, isSure: false) { return place(0, 0) }
        return (old.count, new.count)
    }
}

extension [UInt8] {
    /// Returns whether a character of UTF-8, or nothing, starts at an index.
    fileprivate func isCharacter(at index: Int) -> Bool {
        index == count || self[index] & 0xC0 != 0x80
    }

    /// Returns what is after each of the next words, as many as the longest secrets have.
    fileprivate func words(
        from start: Int
    ) -> [(separators: Range<Int>, nextWord: Range<Int>)] {
        var words: [(separators: Range<Int>, nextWord: Range<Int>)] = []
        var end = self[start...].firstIndex(where: \.isSeparator) ?? count
        while words.count < 400 {
            let next = self[end...].firstIndex { !$0.isSeparator } ?? count
            let nextEnd = self[next...].firstIndex(where: \.isSeparator) ?? count
            words.append((end..<next, next..<nextEnd))
            if next == count { break }
            end = nextEnd
        }
        return words
    }
}

extension UInt8 {
    /// Whether it stands between words: what stands for a secret has few such bytes.
    fileprivate var isSeparator: Bool {
        !isTokenByte && self < 0x80 && !".@:/+".utf8.contains(self)
    }
}
