#if canImport(CryptoKit) && canImport(AuthenticationServices) && !os(watchOS) && !os(tvOS)
import AuthenticationServices
import CryptoKit
import Foundation
import Keywright

/// Signs requests with a platform passkey: one sheet per request, so call it after a tap.
///
/// The app needs the entitlement `webcredentials:` with the domain, and the domain the association file.
@MainActor
public final class PasskeyStamper: NSObject, Stamper {
  private let relyingPartyIdentifier: String
  private let anchor: @MainActor () -> ASPresentationAnchor
  private var isOpen = false

  /// - Parameters:
  ///   - relyingPartyIdentifier: the domain of the passkeys
  ///   - anchor: the window over which the sheet opens
  public init(relyingPartyIdentifier: String, anchor: @escaping @MainActor () -> ASPresentationAnchor) {
    self.relyingPartyIdentifier = relyingPartyIdentifier
    self.anchor = anchor
  }

  /// The challenge is the text of the lower-case hexadecimal SHA-256 of the body.
  ///
  /// - Throws: `PASSKEY_CANCELLED`, `PASSKEY_FAILED`, `PASSKEY_BUSY`
  public func stamp(_ body: Data) async throws -> Stamp {
    let request = provider.createCredentialAssertionRequest(
      challenge: Data(hexadecimal(SHA256.hash(data: body)).utf8))
    guard let assertion = try await ask(request) as? ASAuthorizationPlatformPublicKeyCredentialAssertion else {
      throw KeywrightError(.passkeyFailed, "the sheet returned no assertion")
    }
    let stamp = [
      "authenticatorData": base64url(assertion.rawAuthenticatorData),
      "clientDataJson": base64url(assertion.rawClientDataJSON),
      "credentialId": base64url(assertion.credentialID),
      "signature": base64url(assertion.signature),
    ]
    return Stamp(header: "X-Stamp-WebAuthn", value: String(decoding: try encoder().encode(stamp), as: UTF8.self))
  }

  /// Makes a passkey.
  ///
  /// - Parameters:
  ///   - challenge: 32 random bytes of your server
  ///   - name: what the sheet shows
  ///   - userID: opaque bytes, at most 64, that don't identify the user
  /// - Returns: a member of `authenticators`, to be sent to your server with the challenge
  /// - Throws: as ``stamp(_:)``
  public func register(challenge: Data, name: String, userID: Data) async throws -> AuthenticatorParams {
    let request = provider.createCredentialRegistrationRequest(challenge: challenge, name: name, userID: userID)
    guard let made = try await ask(request) as? ASAuthorizationPlatformPublicKeyCredentialRegistration,
      let attestationObject = made.rawAttestationObject
    else {
      throw KeywrightError(.passkeyFailed, "the sheet returned no attestation")
    }
    return AuthenticatorParams(
      authenticatorName: name,
      challenge: base64url(challenge),
      attestation: Attestation(
        credentialId: base64url(made.credentialID),
        clientDataJson: base64url(made.rawClientDataJSON),
        attestationObject: base64url(attestationObject),
        transports: [.internal, .hybrid]))
  }

  private var provider: ASAuthorizationPlatformPublicKeyCredentialProvider {
    .init(relyingPartyIdentifier: relyingPartyIdentifier)
  }

  /// Rejects a second sheet, because the platform would cancel the first one.
  private func ask(_ request: ASAuthorizationRequest) async throws -> ASAuthorizationCredential {
    guard !isOpen else { throw KeywrightError(.passkeyBusy, "another passkey sheet is open") }
    isOpen = true
    defer { isOpen = false }
    let sheet = PasskeySheet(request: request, anchor: anchor())
    return try await sheet.open().credential
  }
}

/// What the sheet returns. It is created and read on the main actor only.
private struct Received: @unchecked Sendable {
  let credential: any ASAuthorizationCredential
}

/// One sheet, from its opening to its result.
@MainActor
private final class PasskeySheet: NSObject, ASAuthorizationControllerDelegate,
  ASAuthorizationControllerPresentationContextProviding
{
  private let controller: ASAuthorizationController
  private let anchor: ASPresentationAnchor
  private var answer: CheckedContinuation<Received, any Error>?

  init(request: ASAuthorizationRequest, anchor: ASPresentationAnchor) {
    controller = ASAuthorizationController(authorizationRequests: [request])
    self.anchor = anchor
  }

  func open() async throws -> Received {
    controller.delegate = self
    controller.presentationContextProvider = self
    return try await withCheckedThrowingContinuation { continuation in
      answer = continuation
      controller.performRequests()
    }
  }

  func authorizationController(
    controller: ASAuthorizationController, didCompleteWithAuthorization authorization: ASAuthorization
  ) {
    answer?.resume(returning: Received(credential: authorization.credential))
    answer = nil
  }

  func authorizationController(controller: ASAuthorizationController, didCompleteWithError error: Error) {
    answer?.resume(throwing: passkeyError(error))
    answer = nil
  }

  func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor { anchor }
}

private func passkeyError(_ error: Error) -> KeywrightError {
  if (error as? ASAuthorizationError)?.code == .canceled {
    return KeywrightError(.passkeyCancelled, "the user closed the sheet, or has no passkey here", cause: error)
  }
  return KeywrightError(.passkeyFailed, "the platform returned no passkey: is the domain associated?", cause: error)
}
#endif
