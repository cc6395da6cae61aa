import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Performs a request: `URLSession`, or the fake of a test.
public protocol Transport: Sendable {
  func perform(_ request: URLRequest) async throws -> (body: Data, response: HTTPURLResponse)
}

/// Performs requests with `URLSession`. Rejects redirects, because they would forward the stamp.
public final class SessionTransport: NSObject, Transport, URLSessionTaskDelegate, @unchecked Sendable {
  // Set once, before it can be used.
  private var session: URLSession!

  public init(configuration: URLSessionConfiguration = .ephemeral) {
    super.init()
    session = URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
  }

  /// Ends the session, which holds this object until then.
  public func close() { session.finishTasksAndInvalidate() }

  public func perform(_ request: URLRequest) async throws -> (body: Data, response: HTTPURLResponse) {
    let box = TaskBox()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let task = session.dataTask(with: request) { body, response, error in
          if let error {
            continuation.resume(throwing: error)
          } else if let body, let response = response as? HTTPURLResponse {
            continuation.resume(returning: (body, response))
          } else {
            continuation.resume(throwing: URLError(.badServerResponse))
          }
        }
        box.start(task)
      }
    } onCancel: {
      box.cancel()
    }
  }

  public func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }
}

/// A task that may be canceled before it starts.
private final class TaskBox: @unchecked Sendable {
  private let lock = NSLock()
  private var task: URLSessionTask?
  private var isCancelled = false

  func start(_ task: URLSessionTask) {
    lock.lock()
    defer { lock.unlock() }
    self.task = task
    task.resume()
    if isCancelled { task.cancel() }
  }

  func cancel() {
    lock.lock()
    defer { lock.unlock() }
    isCancelled = true
    task?.cancel()
  }
}
