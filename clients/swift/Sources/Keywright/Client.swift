import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Calls the API. Many tasks may share it.
public struct Client: Sendable {
  /// Server and time limits of a client.
  public struct Configuration: Sendable {
    /// Such as `https://engine.example.com`.
    public var baseURL: URL
    /// The organization that every request names.
    public var organizationID: String
    /// After the first attempt. Default: 3.
    public var retries = 3
    /// Of one attempt. Default: 30 seconds.
    public var attemptTimeout: TimeInterval = 30
    /// Of a request with all its attempts, and of waiting for an activity. Default: a minute.
    public var timeout: Duration = .seconds(60)

    public init(baseURL: URL, organizationID: String) {
      self.baseURL = baseURL
      self.organizationID = organizationID
    }

    /// From `KEYWRIGHT_BASE_URL` and `KEYWRIGHT_ORGANIZATION_ID`.
    ///
    /// - Throws: `CONFIG_INVALID`
    public init(environment: [String: String]) throws {
      let text = environment["KEYWRIGHT_BASE_URL"] ?? ""
      guard let baseURL = URL(string: text) else {
        throw KeywrightError(.configInvalid, "the base URL \"\(text)\" is not an http(s) address")
      }
      self.init(baseURL: baseURL, organizationID: environment["KEYWRIGHT_ORGANIZATION_ID"] ?? "")
    }
  }

  /// Server and time limits of this client.
  public let configuration: Configuration
  let stamper: any Stamper
  let transport: any Transport
  let sleep: @Sendable (Duration) async throws -> Void

  /// Validates the configuration and sends nothing.
  ///
  /// - Parameter sleep: waits between attempts and polls; a test passes its own.
  /// - Throws: `CONFIG_INVALID`
  public init(
    _ configuration: Configuration, stamper: any Stamper, transport: any Transport = SessionTransport(),
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) throws {
    guard ["http", "https"].contains(configuration.baseURL.scheme), configuration.baseURL.host != nil else {
      throw KeywrightError(
        .configInvalid, "the base URL \"\(configuration.baseURL.absoluteString)\" is not an http(s) address")
    }
    guard !configuration.organizationID.isEmpty else {
      throw KeywrightError(.configInvalid, "the organization id is missing")
    }
    self.init(configuration, stamper, transport, sleep)
  }

  /// The same client for another organization, such as a sub-organization that the parent reads.
  public func forOrganization(_ id: String) -> Client { acting(in: id, with: stamper) }

  /// The same client in an organization, with another key, such as the session of a sub-organization's user.
  public func acting(in organizationID: String, with stamper: any Stamper) -> Client {
    var configuration = self.configuration
    configuration.organizationID = organizationID
    return Client(configuration, stamper, transport, sleep)
  }

  private init(
    _ configuration: Configuration, _ stamper: any Stamper, _ transport: any Transport,
    _ sleep: @escaping @Sendable (Duration) async throws -> Void
  ) {
    self.configuration = configuration
    self.stamper = stamper
    self.transport = transport
    self.sleep = sleep
  }

  /// Sends a query, such as `list_wallets`, with its filters.
  public func query<Answer: Decodable, Filters: Encodable & Sendable>(
    _ call: String, _ filters: Filters = [String: JSON](), as answer: Answer.Type = Answer.self
  ) async throws -> Answer {
    try read(try await send(signQuery(call, filters)))
  }

  /// Signs a query without sending it.
  ///
  /// - Throws: `INPUT_INVALID` if the filters are not a JSON object
  public func signQuery<Filters: Encodable & Sendable>(
    _ call: String, _ filters: Filters = [String: JSON]()
  ) async throws -> SignedRequest {
    guard let text = try? encoder().encode(filters),
      case .object(var members)? = try? JSONDecoder().decode(JSON.self, from: text)
    else { throw KeywrightError(.inputInvalid, "the filters of \(call) are not a JSON object") }
    members["organizationId"] = members["organizationId"] ?? .string(configuration.organizationID)
    // The stamp covers only the body. These members make it useless for other queries and later times.
    let path = "/public/v1/query/" + call
    members["timestampMs"] = members["timestampMs"] ?? .string(String(Times.now()))
    members["callPath"] = .string(path)
    return try await sign(path, members)
  }

  /// Submits an activity of any type, such as `ACTIVITY_TYPE_CREATE_USERS_V2`, and waits until it is completed. A vote
  /// returns the activity voted on, whatever its status.
  ///
  /// - Throws: errors of the API, `CONSENSUS_NEEDED`, `ACTIVITY_FAILED`, `ACTIVITY_REJECTED`, `ACTIVITY_PENDING`, and as
  ///   ``send(_:)``. After `CONSENSUS_NEEDED`, never submit again, because that creates a second activity
  public func submit(_ activityType: String, _ parameters: some Encodable & Sendable) async throws -> Activity {
    let answer: GetActivityResult = try read(try await send(signSubmit(activityType, parameters)))
    if ["ACTIVITY_TYPE_APPROVE_ACTIVITY", "ACTIVITY_TYPE_REJECT_ACTIVITY"].contains(activityType) {
      return answer.activity
    }
    return try await poll(answer.activity, waitsForVotes: false)
  }

  /// Signs a submit without sending it. The request is valid for one hour and one activity, however often it's posted.
  public func signSubmit(_ activityType: String, _ parameters: some Encodable & Sendable) async throws -> SignedRequest
  {
    try await sign(
      path(of: activityType),
      Submit(
        type: activityType, timestampMs: String(Times.shared.next()), organizationId: configuration.organizationID,
        parameters: parameters))
  }

  /// Serializes once and stamps exactly those bytes.
  private func sign(_ path: String, _ members: some Encodable) async throws -> SignedRequest {
    let body: Data
    do {
      body = try encoder().encode(members)
    } catch {
      throw KeywrightError(.inputInvalid, "the parameters cannot be written as JSON", cause: error)
    }
    return SignedRequest(url: try url(path), body: body, stamp: try await stamper.stamp(body))
  }

  func url(_ path: String) throws -> URL {
    var base = configuration.baseURL.absoluteString
    while base.hasSuffix("/") { base.removeLast() }
    guard let url = URL(string: base + path) else {
      throw KeywrightError(.inputInvalid, "\"\(path)\" is not the path of a call")
    }
    return url
  }
}

private struct Submit<Parameters: Encodable>: Encodable {
  let type: String
  let timestampMs: String
  let organizationId: String
  let parameters: Parameters
}

/// Never returns a time twice within a process, because equal bytes would be the same activity.
private final class Times: @unchecked Sendable {
  static let shared = Times()
  /// Largest lead over the clock, in milliseconds, that requests can cause. A larger one means that it was set back.
  private static let mostAhead: Int64 = 60_000

  private let lock = NSLock()
  private var last: Int64 = 0

  /// Milliseconds since 1970.
  static func now() -> Int64 { Int64(Date().timeIntervalSince1970 * 1000) }

  /// Milliseconds since 1970, later than all previous ones.
  func next() -> Int64 {
    lock.lock()
    defer { lock.unlock() }
    let now = Self.now()
    last = last >= now && last - now < Self.mostAhead ? last + 1 : now
    return last
  }
}
