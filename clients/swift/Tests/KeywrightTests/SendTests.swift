import Foundation
import XCTest

@testable import Keywright

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Returns one response after the other, and records the requests.
private actor Answers: Transport {
  enum Answer {
    case status(Int, String, [String: String])
    case fails(URLError.Code)
  }

  private var answers: [Answer]
  private(set) var requests: [URLRequest] = []

  init(_ answers: [Answer]) { self.answers = answers }

  func perform(_ request: URLRequest) throws -> (body: Data, response: HTTPURLResponse) {
    requests.append(request)
    switch answers.removeFirst() {
    case .fails(let code): throw URLError(code)
    case .status(let status, let text, let headers):
      let response = HTTPURLResponse(url: request.url!, statusCode: status, httpVersion: nil, headerFields: headers)!
      return (Data(text.utf8), response)
    }
  }
}

/// A key whose signature never changes.
private struct FixedKey: Signing {
  let publicKey = "02ab"
  func signature(for body: Data) -> Data { Data([1, 2, 3]) }
}

final class SendTests: XCTestCase {
  private let me = """
    { "organizationId": "o", "organizationName": "Acme", "userId": "u", "username": "root" }
    """

  private func activity(_ status: String) -> Answers.Answer {
    .status(
      200,
      """
      { "activity": { "id": "a", "organizationId": "o", "status": "ACTIVITY_STATUS_\(status)",
        "type": "ACTIVITY_TYPE_CREATE_WALLET", "fingerprint": "sha256:00", "intent": {}, "votes": [],
        "canApprove": false, "canReject": false, "createdAt": { "seconds": "1700000000", "nanos": "500000000" },
        "updatedAt": { "seconds": "1700000000", "nanos": "0" }, "failure": null,
        "result": { "createWalletResult": { "walletId": "w", "addresses": [] } } } }
      """, [:])
  }

  private let treasury = CreateWalletParams(walletName: "treasury", accounts: [])

  private func client(_ answers: Answers) throws -> Client {
    let configuration = Client.Configuration(baseURL: URL(string: "https://engine.example/")!, organizationID: "o")
    return try Client(configuration, stamper: FixedKey(), transport: answers, sleep: { _ in })
  }

  func testNamesWhatWentWrong() async throws {
    let refusal = """
      { "code": 3, "message": "no", "details": [{ "errorCode": "NAME_LENGTH",
        "fieldViolations": [{ "field": "walletName", "description": "too long" }] }] }
      """
    let cases: [([Answers.Answer], KeywrightError.Name)] = [
      ([.status(400, refusal, [:])], .nameLength),
      ([.status(200, "<html>", [:])], .responseNotJson),
      ([.status(200, "[]", [:])], .responseNotJson),
      ([.status(429, "{}", ["Retry-After": "3600"])], "UNKNOWN"),
      ([.fails(.cancelled)], .aborted),
      (Array(repeating: .fails(.timedOut), count: 4), .timeout),
      (Array(repeating: .fails(.cannotConnectToHost), count: 4), .unreachable),
    ]
    for (answers, name) in cases {
      do {
        _ = try await client(Answers(answers)).whoami()
        XCTFail("\(name.rawValue) was due")
      } catch let error as KeywrightError {
        XCTAssertEqual(error.name, name)
        if name == .nameLength {
          XCTAssertEqual(error.fieldViolations, [.init(field: "walletName", description: "too long")])
        }
        if [.aborted, .timeout, .unreachable].contains(name) { XCTAssertNotNil(error.request) }
      }
    }
  }

  func testStopsAtTheTimeout() async throws {
    let answers = Answers(Array(repeating: .fails(.timedOut), count: 4))
    var configuration = Client.Configuration(baseURL: URL(string: "https://engine.example/")!, organizationID: "o")
    configuration.timeout = .milliseconds(100)
    let client = try Client(configuration, stamper: FixedKey(), transport: answers, sleep: { _ in })
    do {
      _ = try await client.whoami()
      XCTFail("a timeout was due")
    } catch let error as KeywrightError {
      XCTAssertEqual(error.name, .timeout)
    }
    // The shortest wait before another attempt is longer.
    let requests = await answers.requests
    XCTAssertEqual(requests.count, 1)
    XCTAssertLessThanOrEqual(requests[0].timeoutInterval, 0.1)
  }

  func testPollsUntilTheActivityIsFinal() async throws {
    let answers = Answers([activity("PENDING"), activity("SOMETHING_NEW"), activity("COMPLETED")])
    let wallet = try await client(answers).createWallet(treasury)
    XCTAssertEqual(wallet.walletId, "w")
    XCTAssertEqual(wallet.activity.createdAt.date.timeIntervalSince1970, 1_700_000_000.5)
  }

  func testPagesContinueAfterTheLastEntry() async throws {
    let answers = Answers([
      .status(200, #"{ "organizationIds": ["a", "b"] }"#, [:]), .status(200, #"{ "organizationIds": ["c"] }"#, [:]),
    ])
    var found: [String] = []
    let params = ListSuborgsParams(paginationOptions: Pagination(limit: 2))
    for try await id in try client(answers).allSuborgs(params) { found.append(id) }
    XCTAssertEqual(found, ["a", "b", "c"])
    let requests = await answers.requests
    let body = try JSONDecoder().decode(JSON.self, from: XCTUnwrap(requests[1].httpBody))
    XCTAssertEqual(body["paginationOptions"], ["after": "b", "limit": "2"])
  }

  func testStampsThroughASigningKey() async throws {
    let stamp = try await FixedKey().stamp(Data())
    let members = try JSONDecoder().decode([String: String].self, from: XCTUnwrap(bytes(base64url: stamp.value)))
    XCTAssertEqual(
      members, ["publicKey": "02ab", "scheme": "SIGNATURE_SCHEME_TK_API_P256", "signature": "010203"])
  }

  func testAbsentOptionsAreLeftOut() throws {
    let params = UpdateWebhookEndpointParams(endpointId: "e", isActive: false)
    let text = String(decoding: try encoder().encode(params), as: UTF8.self)
    XCTAssertEqual(text, #"{"endpointId":"e","isActive":false}"#)
  }

  func testQueriesNameTheirCallAndTime() async throws {
    let request = try await client(Answers([])).signQuery("whoami")
    let body = try JSONDecoder().decode([String: String].self, from: request.body)
    XCTAssertEqual(body["callPath"], "/public/v1/query/whoami")
    XCTAssertEqual(body["timestampMs"]?.count, 13)
  }
}
