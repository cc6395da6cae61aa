import Foundation
import XCTest

@testable import Keywright

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Answers from a list, and keeps what it was asked.
private actor Answers: Transport {
  enum Answer {
    case status(Int, String, [String: String])
    case fails(URLError.Code)
  }

  private var answers: [Answer]
  private(set) var requests: [URLRequest] = []

  init(_ answers: [Answer]) { self.answers = answers }

  func post(_ request: URLRequest) throws -> (body: Data, response: HTTPURLResponse) {
    requests.append(request)
    switch answers.removeFirst() {
    case .fails(let code): throw URLError(code)
    case .status(let status, let text, let headers):
      let response = HTTPURLResponse(url: request.url!, statusCode: status, httpVersion: nil, headerFields: headers)!
      return (Data(text.utf8), response)
    }
  }
}

final class SendTests: XCTestCase {
  private let me = """
    { "organizationId": "o", "organizationName": "Acme", "userId": "u", "username": "root" }
    """

  private func activity(_ status: String) -> Answers.Answer {
    .status(
      200,
      """
      { "activity": { "id": "a", "status": "ACTIVITY_STATUS_\(status)", "fingerprint": "sha256:00",
        "result": { "createWalletResult": { "walletId": "w", "addresses": [] } } } }
      """, [:])
  }

  private func client(_ answers: Answers) throws -> Client {
    let configuration = Client.Configuration(baseURL: URL(string: "https://engine.example/")!, organizationID: "o")
    return try Client(configuration, stamper: APIKey(), transport: answers, sleep: { _ in })
  }

  func testRepeatsTheSameBytes() async throws {
    let answers = Answers([
      .fails(.networkConnectionLost), .status(503, "{}", [:]), .status(429, "{}", ["Retry-After": "1"]),
      .status(200, me, [:]),
    ])
    let identity = try await client(answers).whoami()
    XCTAssertEqual(identity.username, "root")
    let requests = await answers.requests
    XCTAssertEqual(requests.count, 4)
    XCTAssertEqual(Set(requests.map(\.httpBody)).count, 1)
    XCTAssertEqual(Set(requests.map { $0.value(forHTTPHeaderField: "X-Stamp") }).count, 1)
    XCTAssertEqual(requests[0].url?.absoluteString, "https://engine.example/public/v1/query/whoami")
    XCTAssertEqual(requests[0].httpBody, Data(#"{"organizationId":"o"}"#.utf8))
  }

  func testNamesWhatWentWrong() async throws {
    let refusal = """
      { "code": 3, "message": "no", "details": [{ "errorCode": "FIELD_INVALID",
        "fieldViolations": [{ "field": "walletName", "description": "too long" }] }] }
      """
    let cases: [([Answers.Answer], KeywrightError.Name)] = [
      ([.status(400, refusal, [:])], "FIELD_INVALID"),
      ([.status(200, "<html>", [:])], .responseNotJSON),
      ([.status(200, "[]", [:])], .responseNotJSON),
      ([.status(429, "{}", ["Retry-After": "3600"])], .unknown),
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
        if name == "FIELD_INVALID" {
          XCTAssertEqual(error.fieldViolations, [.init(field: "walletName", description: "too long")])
        }
        if [.aborted, .timeout, .unreachable].contains(name) { XCTAssertNotNil(error.request) }
      }
    }
  }

  func testPollsUntilTheActivityIsFinal() async throws {
    let answers = Answers([activity("PENDING"), activity("PENDING"), activity("COMPLETED")])
    guard case .completed(let wallet) = try await client(answers).createWallet("w", accounts: []) else {
      return XCTFail("a wallet was due")
    }
    XCTAssertEqual(wallet.walletId, "w")
  }

  func testWaitsForVotesOnlyWhenAsked() async throws {
    let once = Answers([activity("CONSENSUS_NEEDED")])
    guard case .consensusNeeded(let waiting) = try await client(once).createWallet("w", accounts: []) else {
      return XCTFail("votes were due")
    }
    let voted = Answers([activity("CONSENSUS_NEEDED"), activity("COMPLETED")])
    guard case .completed = try await client(voted).waitForActivity(waiting.id) else {
      return XCTFail("it was approved")
    }
    for (status, name) in [("FAILED", KeywrightError.Name.activityFailed), ("REJECTED", .activityRejected)] {
      do {
        _ = try await client(Answers([activity(status)])).waitForActivity("a")
        XCTFail("\(name.rawValue) was due")
      } catch let error as KeywrightError {
        XCTAssertEqual(error.name, name)
        XCTAssertEqual(error.activityID, "a")
      }
    }
  }

  func testQueriesNameTheirCallAndTime() async throws {
    let request = try await client(Answers([])).signQuery("whoami")
    let body = try JSONDecoder().decode([String: String].self, from: request.body)
    XCTAssertEqual(body["callPath"], "/public/v1/query/whoami")
    XCTAssertEqual(body["timestampMs"]?.count, 13)
  }

  func testNeverGivesATimeTwice() async throws {
    let client = try client(Answers([]))
    var bodies: Set<Data> = []
    for _ in 0..<100 {
      bodies.insert(try await client.signSubmit("ACTIVITY_TYPE_CREATE_WALLET", [String: String]()).body)
    }
    XCTAssertEqual(bodies.count, 100)
  }
}
