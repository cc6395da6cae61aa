import Foundation

/// A public key that signs webhooks (RFC 8037).
public struct WebhookKey: Codable, Equatable, Sendable {
  public let kid: String
  public let x: String
}

/// A verified notification.
public struct Webhook: Sendable {
  /// The same on every retry. Store it to detect repeated deliveries.
  public let eventID: String
  /// From a header, which the signature doesn't cover.
  public let eventType: String?
  /// The organization of the activity. The server signs the deliveries of all organizations with one key, so check that
  /// it is your organization or one of its sub-organizations.
  public let organizationID: String
  public let activity: Activity
}

/// Verifies the Standard Webhooks signature of deliveries.
public struct WebhookVerifier: Sendable {
  /// The result of ``Client/webhookKeys()``.
  public var keys: [WebhookKey]
  /// Allowed clock difference in seconds.
  public var tolerance: TimeInterval = 300
  /// Prefix of the server's own headers, as configured there.
  public var headerPrefix = "x-keywright"
  private let isValid: @Sendable (_ signature: Data, _ message: Data, _ publicKey: Data) -> Bool

  /// - Parameter isValid: verifies Ed25519, which Foundation lacks. `KeywrightApple` adds an initializer without it.
  public init(
    keys: [WebhookKey], isValid: @escaping @Sendable (_ signature: Data, _ message: Data, _ publicKey: Data) -> Bool
  ) {
    self.keys = keys
    self.isValid = isValid
  }

  /// Checks the signature and the time of a delivery, and parses it.
  ///
  /// - Parameters:
  ///   - body: exactly as received
  ///   - header: returns the value of a header by its name in lower case
  /// - Throws: `WEBHOOK_UNSIGNED`, `WEBHOOK_SIGNATURE_INVALID`, `WEBHOOK_STALE`, `WEBHOOK_BODY_INVALID`
  public func verify(_ body: Data, now: Date = Date(), header: (String) -> String?) throws -> Webhook {
    let timestamp = header("webhook-timestamp") ?? ""
    guard let id = header("webhook-id"), !id.isEmpty, let seconds = UInt32(timestamp) else {
      throw KeywrightError(.webhookUnsigned, "header webhook-id or webhook-timestamp is missing")
    }
    let message = Data("\(id).\(timestamp).".utf8) + body
    // A header holds several signatures while keys rotate.
    let signatures = (header("webhook-signature") ?? "").split(separator: " ")
      .filter { $0.hasPrefix("v1a,") }
      .compactMap { Data(base64Encoded: String($0.dropFirst(4))) }
    let publicKeys = keys.compactMap { bytes(base64url: $0.x) }
    guard signatures.contains(where: { one in publicKeys.contains { isValid(one, message, $0) } }) else {
      throw KeywrightError(.webhookSignatureInvalid, "the signature of the webhook is invalid")
    }
    guard abs(now.timeIntervalSince1970 - Double(seconds)) <= tolerance else {
      throw KeywrightError(.webhookStale, "the webhook is from \(seconds), more than \(tolerance) seconds from now")
    }
    guard let activity = try? JSONDecoder().decode(Activity.self, from: body) else {
      throw KeywrightError(.webhookBodyInvalid, "the body of the webhook is not an activity")
    }
    return Webhook(
      eventID: id, eventType: header("\(headerPrefix)-event-type"), organizationID: activity.organizationId,
      activity: activity)
  }
}

extension Client {
  /// The keys that the server signs webhooks with. Cache them, because they rarely change.
  ///
  /// - Throws: `UNREACHABLE`, `RESPONSE_NOT_JSON`
  public func webhookKeys() async throws -> [WebhookKey] {
    struct Answer: Decodable { let keys: [WebhookKey] }
    let answer: Answer = try read(try await get("/public/v1/discovery/webhooks/jwks"))
    return answer.keys
  }
}
