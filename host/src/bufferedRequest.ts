/** A request whose body has been read: what the engine takes, without another copy through a stream. */

/**
 * Has the four members that the engine reads of a `Request`: method, url, headers, body.
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
  // A real `Request` costs more than everything else that the socket adds to a call.
  return { method, url, headers, body: { getReader: () => reader } } as unknown as Request
}
