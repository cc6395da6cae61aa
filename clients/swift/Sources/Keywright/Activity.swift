import Foundation

/// The result of a completed submit. Its members are those of `Result`.
@dynamicMemberLookup
public struct Completed<Result: Decodable & Sendable>: Sendable {
  /// The activity that produced the result.
  public let activity: Activity
  /// What the activity produced.
  public let result: Result

  /// Reads the result of a completed activity, such as ``Client/waitForActivity(_:)`` returns.
  ///
  /// - Throws: `RESULT_WITHHELD` if the response that contained a secret was lost, `ACTIVITY_PENDING` without a result,
  ///   `RESPONSE_NOT_JSON` if it has other members
  public init(_ activity: Activity) throws {
    if let withheld = activity.withheld, !withheld.isEmpty {
      var error = KeywrightError(
        .resultWithheld,
        "the server returned \(withheld.joined(separator: ", ")) once, and that response was lost")
      error.activity = activity
      throw error
    }
    guard let member = activity.result.values.first else { throw activity.pending }
    do {
      result = try JSONDecoder().decode(Result.self, from: encoder().encode(member))
    } catch {
      throw KeywrightError(.responseNotJson, "the result doesn't have the expected members", cause: error)
    }
    self.activity = activity
  }

  public subscript<Member>(dynamicMember member: KeyPath<Result, Member>) -> Member { result[keyPath: member] }
}

extension Activity {
  var pending: KeywrightError { error(.activityPending, "is not finished: its status is \(status)") }

  var failed: KeywrightError {
    let failure = self.failure.map(KeywrightError.init(failure:))
    var error = self.error(
      .activityFailed, "failed: \(failure?.name.rawValue ?? "UNKNOWN"): \(failure?.message ?? "")")
    error.code = failure?.code
    error.details = failure?.details ?? []
    return error
  }

  func error(_ name: KeywrightError.Name, _ what: String) -> KeywrightError {
    var error = KeywrightError(name, "activity \(id) \(what)")
    error.activity = self
    return error
  }
}

private let firstPoll: Duration = .milliseconds(500)
private let longestPoll: Duration = .seconds(5)

extension Client {
  /// Polls until the activity is final, including for the votes of others, or until the configured timeout. Read its
  /// result with `Completed<CreateWalletResult>(activity)`.
  ///
  /// - Throws: as ``submit(_:_:)``; you may wait again
  public func waitForActivity(_ id: String) async throws -> Activity {
    try await poll(try await getActivity(.init(activityId: id)).activity, waitsForVotes: true)
  }

  func poll(_ first: Activity, waitsForVotes: Bool) async throws -> Activity {
    var current = first
    var wait = firstPoll
    var left = configuration.timeout
    while true {
      let isOver = wait > left
      switch current.status {
      case .completed: return current
      case .failed: throw current.failed
      case .rejected: throw current.error(.activityRejected, "was rejected")
      case .consensusNeeded where isOver || !waitsForVotes:
        throw current.error(.consensusNeeded, "needs the approval of others")
      default: break
      }
      if isOver { throw current.pending }
      do {
        try await sleep(wait)
      } catch {
        var aborted = KeywrightError(.aborted, "the task was canceled", cause: error)
        aborted.activity = current
        throw aborted
      }
      left -= wait
      wait = min(wait * 2, longestPoll)
      current = try await getActivity(.init(activityId: current.id)).activity
    }
  }
}
