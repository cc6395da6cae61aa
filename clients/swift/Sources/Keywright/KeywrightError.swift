import Foundation

/// Any error. Switch on ``name``; messages may be reworded between releases.
public struct KeywrightError: Error, Sendable, CustomStringConvertible, LocalizedError {
  /// Name in the error catalog of the API, or of an error that the client raises itself.
  public struct Name: OpenEnum {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// An invalid member of the request.
  public struct FieldViolation: Codable, Sendable, Equatable {
    /// Dotted path with list indexes, such as `privateKeys.0.privateKeyName`.
    public let field: String
    public let description: String
  }

  public let name: Name
  /// What happened. Never contains a key, a stamp or a body.
  public let message: String
  /// HTTP status.
  public var status: Int?
  /// gRPC status code.
  public var code: Int?
  /// The objects that the API returned.
  public var details: [[String: JSON]] = []
  /// The activity that waits for approvals, failed, was rejected or is pending.
  public var activity: Activity?
  /// The request without a response: `send` posts the same bytes, which can't execute twice.
  public var request: SignedRequest?
  /// The error of the platform.
  public let cause: (any Error)?

  /// An error, for a `Signing` of your own.
  public init(_ name: Name, _ message: String, cause: (any Error)? = nil) {
    self.name = name
    self.message = message
    self.cause = cause
  }

  /// The body of an error response, or the failure of an activity.
  init(failure: Status) {
    let details = failure.details ?? []
    let names = details.compactMap { $0["errorCode"]?.string }
    self.init(names.first.map(Name.init(rawValue:)) ?? "UNKNOWN", failure.message ?? "")
    code = failure.code
    self.details = details
  }

  /// The invalid members of the request.
  public var fieldViolations: [FieldViolation] {
    for detail in details {
      guard case .array(let violations)? = detail["fieldViolations"] else { continue }
      return violations.compactMap { violation in
        guard let field = violation["field"]?.string, let text = violation["description"]?.string else { return nil }
        return FieldViolation(field: field, description: text)
      }
    }
    return []
  }

  /// What to do about the error; nil for an error response without a name.
  public var help: String? { helpByName[name.rawValue] }
  /// The name, what happened, and what to do about it.
  public var description: String { ["\(name.rawValue): \(message)", help].compactMap { $0 }.joined(separator: ". ") }
  public var errorDescription: String? { description }
}
