import Foundation

/// The activity of a submit, with its status and result.
public struct Activity: Decodable, Sendable {
  /// Opaque.
  public let id: String
  /// Such as `ACTIVITY_STATUS_COMPLETED`. New releases may add values.
  public let status: String
  /// Identifies the activity in votes.
  public let fingerprint: String
  /// One member, named after the activity's type. Empty until completed.
  public let result: [String: JSON]?
  let failure: Refusal?

  /// Reads the result's single member.
  ///
  /// - Throws: `ACTIVITY_PENDING` without a result, `RESPONSE_NOT_JSON` when it has other members.
  public func readResult<Result: Decodable>(as type: Result.Type = Result.self) throws -> Result {
    guard let member = result?.values.first else { throw pending }
    do {
      return try JSONDecoder().decode(Result.self, from: encoder().encode(member))
    } catch {
      throw KeywrightError(.responseNotJSON, "the result doesn't have the expected members", cause: error)
    }
  }

  var pending: KeywrightError { error(.activityPending, "activity \(id) is not finished: its status is \(status)") }
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

/// The outcome of a submit. If it isn't `completed`, never submit again: that would create a second activity.
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
  /// Polls until the activity is final, including for the votes of others, or until the configured timeout.
  ///
  /// - Throws: `ACTIVITY_FAILED`, `ACTIVITY_REJECTED`, `ACTIVITY_PENDING` (you may wait again), and those of
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
