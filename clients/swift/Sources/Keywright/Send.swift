import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A failed attempt, and the time after which a retry could help.
private struct Failure: Error {
  let error: KeywrightError
  let wait: Duration?
}

extension Client {
  /// Posts a signed request and returns the response body. Without a response, or on 429 with `Retry-After`, 502, 503
  /// or 504, it posts the same bytes again, until the configured timeout. A submit stays one activity, however often it
  /// arrives.
  ///
  /// - Throws: errors of the API; `UNREACHABLE`, `TIMEOUT` and `ABORTED` with the request, `RESPONSE_NOT_JSON`
  public func send(_ request: SignedRequest) async throws -> Data {
    let end = ContinuousClock.now + configuration.timeout
    var attempt = 0
    while true {
      do {
        return try await post(request, attempt, until: end)
      } catch let failure as Failure {
        guard let wait = failure.wait, attempt < configuration.retries, ContinuousClock.now + wait < end else {
          throw failure.error
        }
        do {
          try await sleep(wait)
        } catch {
          throw aborted(request, error)
        }
      }
      attempt += 1
    }
  }

  /// Fetches a public JSON object, with one attempt.
  func get(_ path: String) async throws -> Data {
    let url = try self.url(path)
    do {
      return try await transport.perform(URLRequest(url: url, timeoutInterval: configuration.attemptTimeout)).body
    } catch {
      throw KeywrightError(.unreachable, "no response from \(url.absoluteString)", cause: error)
    }
  }

  func read<Answer: Decodable>(_ answer: Data) throws -> Answer {
    do {
      return try JSONDecoder().decode(Answer.self, from: answer)
    } catch {
      throw KeywrightError(.responseNotJson, "the response doesn't have the expected members", cause: error)
    }
  }

  private func post(
    _ signed: SignedRequest, _ attempt: Int, until end: ContinuousClock.Instant
  ) async throws -> Data {
    let left = max(0.001, (end - ContinuousClock.now) / .seconds(1))
    var request = URLRequest(url: signed.url, timeoutInterval: min(configuration.attemptTimeout, left))
    request.httpMethod = "POST"
    request.httpBody = signed.body
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.setValue("keywright-swift@0.1.0", forHTTPHeaderField: "X-Client-Version")
    request.setValue(signed.stamp.value, forHTTPHeaderField: signed.stamp.header)

    let (body, response): (Data, HTTPURLResponse)
    do {
      (body, response) = try await transport.perform(request)
    } catch {
      throw unanswered(signed, error, attempt)
    }
    let wait = waitAfter(response, attempt)
    guard case .object? = try? JSONDecoder().decode(JSON.self, from: body) else {
      var error = KeywrightError(
        .responseNotJson,
        "\(signed.url.absoluteString) answered \(response.statusCode) and no JSON object")
      error.status = response.statusCode
      error.request = signed
      throw Failure(error: error, wait: wait)
    }
    if response.statusCode == 200 { return body }
    let refusal = try? JSONDecoder().decode(Status.self, from: body)
    var error = KeywrightError(failure: refusal ?? Status(message: "refused with status \(response.statusCode)"))
    error.status = response.statusCode
    throw Failure(error: error, wait: wait)
  }

  private func unanswered(_ signed: SignedRequest, _ cause: any Error, _ attempt: Int) -> Failure {
    if cause is CancellationError || (cause as? URLError)?.code == .cancelled {
      return Failure(error: aborted(signed, cause), wait: nil)
    }
    let isLate = (cause as? URLError)?.code == .timedOut
    var error = KeywrightError(
      isLate ? .timeout : .unreachable, "no response from \(signed.url.absoluteString)", cause: cause)
    error.request = signed
    return Failure(error: error, wait: backoff(attempt))
  }

  private func aborted(_ signed: SignedRequest, _ cause: any Error) -> KeywrightError {
    var error = KeywrightError(.aborted, "the task was canceled", cause: cause)
    error.request = signed
    return error
  }
}

private func waitAfter(_ response: HTTPURLResponse, _ attempt: Int) -> Duration? {
  switch response.statusCode {
  case 429:
    guard let text = response.value(forHTTPHeaderField: "Retry-After"), let seconds = Int(text),
      (0...60).contains(seconds)
    else { return nil }
    return .seconds(seconds)
  case 502, 503, 504: return backoff(attempt)
  default: return nil
  }
}

/// Doubles from a quarter of a second to five; half of it is chance, so clients don't retry in lockstep.
private func backoff(_ attempt: Int) -> Duration {
  let whole = min(250 << min(attempt, 10), 5000)
  return .milliseconds(whole / 2 + Int.random(in: 0..<(whole / 2)))
}
