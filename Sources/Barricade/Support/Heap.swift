/// A binary heap, which finds its least element at once.
struct Heap<Element: Comparable> {
    private var elements: [Element] = []

    var count: Int { elements.count }
    var first: Element? { elements.first }

    /// Adds an element; the cost grows with the logarithm of the count.
    mutating func insert(_ element: Element) {
        elements.append(element)
        var index = elements.count - 1
        while index > 0, elements[index] < elements[(index - 1) / 2] {
            elements.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    /// Removes the least element, and returns it.
    mutating func popFirst() -> Element? {
        guard let last = elements.popLast() else { return nil }
        guard let first = elements.first else { return last }
        elements[0] = last
        var index = 0
        while true {
            var least = index
            for child in (2 * index + 1)...(2 * index + 2)
            where child < elements.count && elements[child] < elements[least] {
                least = child
            }
            if least == index { return first }
            elements.swapAt(index, least)
            index = least
        }
    }

    /// Removes the elements that do not meet a condition.
    mutating func filter(_ isKept: (Element) -> Bool) {
        let kept = elements.filter(isKept)
        elements = []
        for element in kept { insert(element) }
    }
}

extension Heap: Sendable where Element: Sendable {}
