import Foundation

/// A header that proves who sends a body.
public struct Stamp: Sendable {
  /// `X-Stamp` or `X-Stamp-WebAuthn`
  public let header: String
  /// As good as a signature: do not log it.
  public let value: String

  public init(header: String, value: String) {
    self.header = header
    self.value = value
  }
}

/// Signs exactly the bytes that are posted.
public protocol Stamper: Sendable {
  func stamp(_ body: Data) async throws -> Stamp
}
