/// The entries of all pages of a list, requested as they are read.
public struct Pages<Element: Sendable>: AsyncSequence, Sendable {
  private let first: Pagination
  private let cursor: @Sendable (Element) -> String
  private let fetch: @Sendable (Pagination) async throws -> [Element]

  init(
    _ options: Pagination?, cursor: @escaping @Sendable (Element) -> String,
    fetch: @escaping @Sendable (Pagination) async throws -> [Element]
  ) {
    first = Pagination(limit: options?.limit ?? 100, before: options?.before, after: options?.after)
    self.cursor = cursor
    self.fetch = fetch
  }

  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let pages: Pages
    /// Nil after the last page.
    fileprivate var upcoming: Pagination?
    fileprivate var entries: ArraySlice<Element> = []

    public mutating func next() async throws -> Element? {
      if entries.isEmpty, let page = upcoming {
        upcoming = nil
        let found = try await pages.fetch(page)
        entries = found[...]
        if let last = found.last, let limit = page.limit, found.count >= limit.value {
          upcoming = Pagination(limit: limit, after: pages.cursor(last))
        }
      }
      return entries.popFirst()
    }
  }

  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(pages: self, upcoming: first) }
}
