import Foundation

/// What a submit asks for, and what became of it.
public struct Activity: Decodable, Sendable {
  /// Opaque.
  public let id: String
  /// Such as `ACTIVITY_STATUS_COMPLETED`. Releases may add some.
  public let status: String
  /// What votes name.
  public let fingerprint: String
  /// One member, named by the activity's type; none until completed.
  public let result: [String: JSON]?
  let failure: Refusal?

  /// Reads the one member of the result.
  ///
  /// - Throws: `ACTIVITY_PENDING` without a result, `RESPONSE_NOT_JSON` when it has other members.
  public func readResult<Result: Decodable>(as type: Result.Type = Result.self) throws -> Result {
    guard let member = result?.values.first else { throw pending }
    do {
      return try JSONDecoder().decode(Result.self, from: encoder().encode(member))
    } catch {
      throw KeywrightError(.responseNotJSON, "the result does not have the expected members", cause: error)
    }
  }

  var pending: KeywrightError { error(.activityPending, "activity \(id) has not finished, it is \(status)") }
  var rejected: KeywrightError { error(.activityRejected, "activity \(id) was rejected") }
  var failed: KeywrightError {
    let name = failure?.name ?? .unknown
    var error = self.error(.activityFailed, "activity \(id) failed: \(name.rawValue): \(failure?.message ?? "")")
    error.code = failure?.code
    error.details = failure?.details ?? []
    return error
  }

  private func error(_ name: KeywrightError.Name, _ message: String) -> KeywrightError {
    var error = KeywrightError(name, message)
    error.activityID = id
    return error
  }
}

/// What a submit came to. Where it is not `completed`, never submit again: that asks for a second activity.
public enum Outcome<Result: Sendable>: Sendable {
  /// It was executed.
  case completed(Result)
  /// Others approve it by its fingerprint; ``Client/waitForActivity(_:)`` waits for them, in any process.
  case consensusNeeded(Activity)

  func map<Other: Sendable>(_ read: (Result) throws -> Other) rethrows -> Outcome<Other> {
    switch self {
    case .completed(let result): return .completed(try read(result))
    case .consensusNeeded(let activity): return .consensusNeeded(activity)
    }
  }
}

struct ActivityAnswer: Decodable {
  let activity: Activity
}

private let firstPoll: Duration = .milliseconds(500)
private let longestPoll: Duration = .seconds(5)

extension Client {
  /// Polls until the activity is final, through the votes of others too, or until the configured timeout.
  ///
  /// - Throws: `ACTIVITY_FAILED`, `ACTIVITY_REJECTED`, `ACTIVITY_PENDING` (wait again whenever you like), and those of
  ///   queries.
  public func waitForActivity(_ id: String) async throws -> Outcome<Activity> {
    try await poll(try await activity(id), waitsForVotes: true)
  }

  func poll(_ first: Activity, waitsForVotes: Bool) async throws -> Outcome<Activity> {
    var current = first
    var wait = firstPoll
    var left = configuration.timeout
    while true {
      let isOver = wait > left
      switch current.status {
      case "ACTIVITY_STATUS_COMPLETED": return .completed(current)
      case "ACTIVITY_STATUS_FAILED": throw current.failed
      case "ACTIVITY_STATUS_REJECTED": throw current.rejected
      case "ACTIVITY_STATUS_CONSENSUS_NEEDED" where isOver || !waitsForVotes: return .consensusNeeded(current)
      default: break
      }
      if isOver { throw current.pending }
      do {
        try await sleep(wait)
      } catch {
        var aborted = KeywrightError(.aborted, "the task was canceled", cause: error)
        aborted.activityID = current.id
        throw aborted
      }
      left -= wait
      wait = min(wait * 2, longestPoll)
      current = try await activity(current.id)
    }
  }

  private func activity(_ id: String) async throws -> Activity {
    let answer: ActivityAnswer = try await query("get_activity", ["activityId": .string(id)])
    return answer.activity
  }
}
