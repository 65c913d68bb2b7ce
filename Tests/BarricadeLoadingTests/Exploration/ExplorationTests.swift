import Testing

@Suite(.timeLimit(.minutes(10))) struct ExplorationTests {
    @Test func aBrokenRuleComesWithAShortestOrderOfSteps() {
        #expect(
            Exploration(of: Counting(forbidden: 5)).failure == """
                It must not be 5.

                1. adds 1
                2. adds 2
                3. adds 2
                """)
        #expect(Exploration(of: Counting(forbidden: 0)).failure == "It must not be 0.\n")
    }

    @Test func aCircleOfOwnStepsNeverComesToAnEnd() {
        #expect(
            Exploration(of: Counting(goesBackByItself: true)).failure == """
                Steps 2 to 4 may come again and again.

                1. adds 2
                2. adds 1
                3. adds 2
                4. goes back
                """)
    }

    @Test func eachStateIsLookedAtOnceUpToADepthOrALimit() {
        let whole = Exploration(of: Counting())
        #expect(whole.stateCount == 7)
        #expect(whole.failure == nil)
        #expect(Exploration(of: Counting(), depth: 2).stateCount == 5)
        #expect(Exploration(of: Counting(forbidden: 5), depth: 2).failure == nil)
        #expect(Exploration(of: Counting(forbidden: 5), depth: 3).failure != nil)
        let failure = Exploration(of: Counting(), limit: 3).failure
        #expect(failure?.hasPrefix("There are more than 3 states.\n") == true)
    }
}

/// A counter up to six, which may go back from five to two.
private struct Counting: ExplorableModel {
    enum Step: ExplorableStep {
        case add(Int)
        case goBack(isOwn: Bool)

        var isOwn: Bool {
            switch self {
            case .add: true
            case .goBack(let isOwn): isOwn
            }
        }

        var description: String {
            switch self {
            case .add(let number): "adds \(number)"
            case .goBack: "goes back"
            }
        }
    }

    var forbidden: Int?
    var goesBackByItself = false

    var start: Int { 0 }

    func steps(from state: Int) -> [Step] {
        let forward = (1...2).filter { state + $0 <= 6 }.map { Step.add($0) }
        return state == 5 ? forward + [.goBack(isOwn: goesBackByItself)] : forward
    }

    func take(_ step: Step, in state: inout Int) {
        switch step {
        case .add(let number): state += number
        case .goBack: state = 2
        }
    }

    func brokenRule(in state: Int) -> String? {
        state == forbidden ? "It must not be \(state)." : nil
    }
}
