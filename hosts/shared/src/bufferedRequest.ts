/** A request with a buffered body, which avoids another copy through a stream. */

/**
 * Has the four properties of a `Request` that the engine reads: method, url, headers, body.
 * @param bytes the whole body
 */
export function bufferedRequest(
  { method, url, headers }: Pick<Request, 'method' | 'url' | 'headers'>,
  bytes: Uint8Array<ArrayBuffer>,
): Request {
  const pieces = bytes.length === 0 ? [] : [bytes]
  const reader = {
    read: async () => {
      const value = pieces.shift()
      return value ? { done: false, value } : { done: true, value: undefined }
    },
    cancel: async () => undefined,
  }
  // A real `Request` would dominate the overhead of the socket.
  return { method, url, headers, body: { getReader: () => reader } } as unknown as Request
}
