#if canImport(CryptoKit)
import Foundation
import Keywright
import XCTest

@testable import KeywrightApple

/// Against the server of the environment that `keywright exec` sets.
final class ServerTests: XCTestCase {
  private func live() throws -> Client {
    try XCTSkipIf(
      ProcessInfo.processInfo.environment["KEYWRIGHT_BASE_URL"] == nil, "NOT RUN: set KEYWRIGHT_BASE_URL to a server")
    return try Client.fromEnvironment()
  }

  func testCreatesAWalletAndSigns() async throws {
    let client = try live()
    let me = try await client.whoami()
    XCTAssertEqual(me.organizationId, client.configuration.organizationID)
    let wallet = try await client.createWallet(
      .init(walletName: "swift \(UUID())", accounts: [.ethereum("m/44'/60'/0'/0/0")]))
    let signature = try await client.signRawPayload(
      .init(signWith: wallet.addresses[0], payload: "00ff", encoding: .hexadecimal, hashFunction: .keccak256))
    XCTAssertEqual(signature.r.count, 64)
  }

  func testOpensASession() async throws {
    let client = try live()
    let target = TargetKey()
    let session = try await client.createReadWriteSession(
      .init(targetPublicKey: target.publicKey, expirationSeconds: 600))
    let key = try target.openCredentialBundle(session.credentialBundle)
    let guest = try await client.acting(in: session.organizationId, with: key).whoami()
    let me = try await client.whoami()
    XCTAssertEqual(guest.userId, me.userId)
  }
}
#endif
