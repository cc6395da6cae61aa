import Foundation

/// A header that proves who sends a body.
public struct Stamp: Sendable {
  /// `X-Stamp` or `X-Stamp-WebAuthn`
  public let header: String
  /// As good as a signature: don't log it.
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

/// A P-256 key that signs requests. `KeywrightApple` has keys in memory and in the Secure Enclave. Elsewhere, conform a
/// key of your cryptography library, for example `P256.Signing.PrivateKey` of swift-crypto.
public protocol Signing: Stamper {
  /// The compressed point, lower-case hexadecimal. Register it with `API_KEY_CURVE_P256`.
  var publicKey: String { get }
  /// - Returns: the DER of an ECDSA signature over the SHA-256 of the body.
  func signature(for body: Data) async throws -> Data
}

extension Signing {
  /// The value of `X-Stamp`, for use with any HTTP client.
  public func stamp(_ body: Data) async throws -> Stamp {
    let members = [
      "publicKey": publicKey, "scheme": "SIGNATURE_SCHEME_TK_API_P256",
      "signature": hexadecimal(try await signature(for: body)),
    ]
    return Stamp(header: "X-Stamp", value: base64url(try encoder().encode(members)))
  }

  /// Proves to `otpLogin` that the key is the one that the token of `verifyOtp` names.
  ///
  /// - Throws: `INPUT_INVALID` if the token is not a JWT
  public func clientSignature(_ verificationToken: String) async throws -> ClientSignature {
    try await proof(verificationToken) { _ in ["login": ["publicKey": .string(publicKey)]] }
  }

  /// Proves the same to `createSubOrganization`, for a root user with the contact that the token names.
  ///
  /// - Throws: `INPUT_INVALID` if the token is not a JWT
  public func signUpSignature(_ verificationToken: String) async throws -> ClientSignature {
    try await proof(verificationToken) { claims in
      let member = claims["verification_type"]?.string == "OTP_TYPE_SMS" ? "phoneNumber" : "email"
      return ["signup": .object([member: claims["contact"] ?? .null])]
    }
  }

  private func proof(
    _ verificationToken: String, purpose: (JSON) -> [String: JSON]
  ) async throws -> ClientSignature {
    let parts = verificationToken.split(separator: ".")
    guard parts.count == 3, let payload = bytes(base64url: String(parts[1])),
      let claims = try? JSONDecoder().decode(JSON.self, from: payload), let id = claims["id"]?.string
    else { throw KeywrightError(.inputInvalid, "the verification token is not a JWT") }
    var claim = purpose(claims)
    claim["tokenId"] = .string(id)
    let message = try encoder().encode(JSON.object(claim))
    return ClientSignature(
      publicKey: publicKey, scheme: .apiP256, message: String(decoding: message, as: UTF8.self),
      signature: hexadecimal(try await signature(for: message)))
  }
}
