import Foundation

/// Everything that can go wrong. Switch on ``name``; messages may be reworded between releases.
public struct KeywrightError: Error, Sendable, CustomStringConvertible, LocalizedError {
  /// Of an error. Those that the API has are in its catalogue, such as `NOT_PERMITTED_BY_POLICY`.
  public struct Name: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public init(stringLiteral value: String) { rawValue = value }

    /// The configuration cannot work.
    public static let configInvalid: Name = "CONFIG_INVALID"
    /// The parameters cannot be written as JSON.
    public static let inputInvalid: Name = "INPUT_INVALID"
    /// The key is not what it claims to be.
    public static let keyInvalid: Name = "KEY_INVALID"
    /// The target key is not one of P-256.
    public static let targetKeyMalformed: Name = "TARGET_KEY_MALFORMED"
    /// Not the text that a bundle is: cut, or of another kind.
    public static let bundleMalformed: Name = "BUNDLE_MALFORMED"
    /// Sealed to another target key.
    public static let bundleForAnotherKey: Name = "BUNDLE_FOR_ANOTHER_KEY"
    /// Signed by another server than the pinned one.
    public static let bundleSignerMismatch: Name = "BUNDLE_SIGNER_MISMATCH"
    /// Changed after it was signed.
    public static let bundleSignatureInvalid: Name = "BUNDLE_SIGNATURE_INVALID"
    /// About another organization.
    public static let bundleOrganizationMismatch: Name = "BUNDLE_ORGANIZATION_MISMATCH"
    /// For another user.
    public static let bundleUserMismatch: Name = "BUNDLE_USER_MISMATCH"
    /// The secret is not what its format says.
    public static let secretMalformed: Name = "SECRET_MALFORMED"
    /// The task was canceled.
    public static let aborted: Name = "ABORTED"
    /// No answer in time: `send` the request again.
    public static let timeout: Name = "TIMEOUT"
    /// No answer: `send` the request again.
    public static let unreachable: Name = "UNREACHABLE"
    /// Something that is not the API answered.
    public static let responseNotJSON: Name = "RESPONSE_NOT_JSON"
    /// Not finished in time: `waitForActivity`.
    public static let activityPending: Name = "ACTIVITY_PENDING"
    /// Accepted, then failed.
    public static let activityFailed: Name = "ACTIVITY_FAILED"
    /// An approver rejected it.
    public static let activityRejected: Name = "ACTIVITY_REJECTED"
    /// The person closed the sheet, or has no passkey here. Stay quiet and offer another way.
    public static let passkeyCancelled: Name = "PASSKEY_CANCELLED"
    /// The platform gave no passkey; often the association of app and domain.
    public static let passkeyFailed: Name = "PASSKEY_FAILED"
    /// Another sheet is open.
    public static let passkeyBusy: Name = "PASSKEY_BUSY"
    /// A refusal without a name.
    public static let unknown: Name = "UNKNOWN"
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
  public var details: [JSON] = []
  /// The activity that failed, was rejected or is pending.
  public var activityID: String?
  /// What got no answer: `send` posts the same bytes, which cannot execute twice.
  public var request: SignedRequest?
  /// What the platform said.
  public let cause: (any Error)?

  init(_ name: Name, _ message: String, cause: (any Error)? = nil) {
    self.name = name
    self.message = message
    self.cause = cause
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

  /// What to do about it; nil for an error response without a name.
  public var help: String? { helpByName[name.rawValue] }
  /// The name, what happened, and what to do about it.
  public var description: String { ["\(name.rawValue): \(message)", help].compactMap { $0 }.joined(separator: ". ") }
  public var errorDescription: String? { description }
}

/// The body of an error answer, and the failure of an activity.
struct Refusal: Decodable, Sendable {
  let code: Int?
  let message: String?
  let details: [JSON]?

  var name: KeywrightError.Name {
    let names = (details ?? []).compactMap { $0["errorCode"]?.string }
    return names.first.map(KeywrightError.Name.init(rawValue:)) ?? .unknown
  }

  func error(status: Int) -> KeywrightError {
    var error = KeywrightError(name, message ?? "refused with status \(status)")
    error.status = status
    error.code = code
    error.details = details ?? []
    return error
  }
}
