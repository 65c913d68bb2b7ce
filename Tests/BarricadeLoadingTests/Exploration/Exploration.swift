/// Each state that a model can get into, looked at once, and the first rule that one of them breaks.
///
/// States are looked at in the order of the number of steps that lead to them, so the order of
/// steps to a broken rule is a shortest one.
struct Exploration<Model: ExplorableModel> {
    /// A state that has been come to.
    ///
    /// A class, since states take long to copy.
    private final class Place {
        let state: Model.State
        /// The state that it was come from first; itself for the first one.
        let previous: Int
        /// How many steps it takes to come to it.
        let stepCount: Int
        /// The state before it with the same hash.
        let sameHash: Int?
        /// Where steps lead that come without a user, a timer or an answer.
        var ownTargets: [Int] = []

        init(_ state: Model.State, from previous: Int, stepCount: Int, sameHash: Int?) {
            (self.state, self.previous) = (state, previous)
            (self.stepCount, self.sameHash) = (stepCount, sameHash)
        }
    }

    private let model: Model
    private var places: [Place] = []
    /// The last of the places with a hash, which takes long to make.
    private var known: [Int: Int] = [:]
    /// The broken rule, and the shortest order of steps that breaks it; `nil` if none is broken.
    private(set) var failure: String?

    /// Explores a model until a rule is broken.
    ///
    /// - Parameters:
    ///   - depth: How many steps are taken; `nil` means all.
    ///   - limit: How many states there may be.
    init(of model: Model, depth: Int? = nil, limit: Int = 1_000_000) {
        self.model = model
        _ = index(of: model.start, from: 0, stepCount: 0)
        var index = 0
        while failure == nil, index < places.count {
            let place = places[index]
            if let rule = model.brokenRule(in: place.state) {
                failure = message(rule, way(to: index))
            } else if places.count > limit {
                failure = message("There are more than \(limit) states.", way(to: index))
            } else if place.stepCount < depth ?? .max {
                takeSteps(from: index)
            }
            index += 1
        }
        if failure == nil { lookForCircle() }
    }

    /// How many states there are.
    var stateCount: Int { places.count }

    private mutating func takeSteps(from index: Int) {
        let place = places[index]
        for step in model.steps(from: place.state) {
            var next = place.state
            model.take(step, in: &next)
            let target = self.index(of: next, from: index, stepCount: place.stepCount + 1)
            if step.isOwn { place.ownTargets.append(target) }
        }
    }

    /// Returns the index of the place of a state, which is a new one if the state has not been come to.
    private mutating func index(of state: Model.State, from previous: Int, stepCount: Int) -> Int {
        let hash = state.hashValue
        let last = known[hash]
        var index = last
        while let candidate = index {
            if places[candidate].state == state { return candidate }
            index = places[candidate].sameHash
        }
        known[hash] = places.count
        places.append(Place(state, from: previous, stepCount: stepCount, sameHash: last))
        return places.count - 1
    }

    // MARK: Circles

    /// Looks for the first state from which own steps alone lead back to it.
    private mutating func lookForCircle() {
        let isIncluded = statesBeforeCircles
        for index in places.indices where isIncluded[index] {
            guard let circle = circle(from: index, within: isIncluded) else { continue }
            let way = way(to: index)
            let (first, last) = (way.count, way.count + circle.count - 1)
            let rule = "Steps \(first) to \(last) may come again and again."
            failure = message(rule, way + circle)
            return
        }
    }

    /// Tells which states lead to a circle, or are in one: those left without what leads nowhere.
    private var statesBeforeCircles: [Bool] {
        var isLeft = places.map { _ in true }
        // From the last to the first, since most steps lead to later ones.
        var left = Array(places.indices.reversed())
        var count = 0
        repeat {
            count = left.count
            left = left.filter { index in
                for target in places[index].ownTargets where isLeft[target] { return true }
                isLeft[index] = false
                return false
            }
        } while left.count < count
        return isLeft
    }

    /// The shortest way from a state back to itself.
    private func circle(from start: Int, within isIncluded: [Bool]) -> [Int]? {
        var known: Set = [start]
        var ways = [[start]][...]
        while let way = ways.popFirst() {
            for target in places[way.last ?? start].ownTargets where isIncluded[target] {
                if target == start { return Array(way.dropFirst()) + [start] }
                if known.insert(target).inserted { ways.append(way + [target]) }
            }
        }
        return nil
    }

    // MARK: Orders of steps

    /// The states on the shortest way to one, from the first one to it.
    private func way(to index: Int) -> [Int] {
        var way = [index]
        while let first = way.first, places[first].stepCount > 0 {
            way.insert(places[first].previous, at: 0)
        }
        return way
    }

    /// Tells a rule and the steps that lead from each state of a way to the next.
    private func message(_ rule: String, _ way: [Int]) -> String {
        let lines = zip(way, way.dropFirst()).enumerated().map { number, states in
            let step = model.steps(from: places[states.0].state).first { step in
                var next = places[states.0].state
                model.take(step, in: &next)
                return next == places[states.1].state
            }
            return "\n\(number + 1). \(step.map { "\($0)" } ?? "")"
        }
        return rule + "\n" + lines.joined()
    }
}
