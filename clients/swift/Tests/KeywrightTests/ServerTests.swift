import XCTest

@testable import Keywright

/// Against the server of the environment that `keywright exec` sets.
final class ServerTests: XCTestCase {
  func testMakesAWalletAndSigns() async throws {
    guard ProcessInfo.processInfo.environment["KEYWRIGHT_BASE_URL"] != nil else {
      print("NOT RUN: set KEYWRIGHT_BASE_URL to a server")
      return
    }
    let client = try Client.fromEnvironment()
    let identity = try await client.whoami()
    XCTAssertEqual(identity.organizationId, client.configuration.organizationID)
    guard
      case .completed(let wallet) = try await client.createWallet("swift", accounts: [.ethereum("m/44'/60'/0'/0/0")])
    else { return XCTFail("no vote was due") }
    let payload = RawPayload(
      signWith: wallet.addresses[0], payload: "00ff", encoding: "PAYLOAD_ENCODING_HEXADECIMAL",
      hashFunction: "HASH_FUNCTION_KECCAK256")
    guard case .completed(let signature) = try await client.signRawPayload(payload) else {
      return XCTFail("no vote was due")
    }
    XCTAssertEqual(signature.r.count, 64)
  }
}
