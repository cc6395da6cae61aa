/**
 * Requests files in parallel with the code that reads them. A `preload` link would do the same, but browsers warn in the
 * console if the code needs the file only seconds later.
 */

/** By URL. Undefined once read. */
const responses = new Map<string, Promise<Response | undefined> | undefined>()

/** Requests a file once per document. Ignores a failure, because the reader's own request reports it. */
export function requestEarly(address: string): void {
  if (responses.has(address)) return
  const signal = AbortSignal.timeout(30_000)
  responses.set(
    address,
    fetch(address, { signal }).then(
      (response) => (response.ok ? response : undefined),
      () => undefined,
    ),
  )
}

/** Returns the response of an early request, once. Undefined if there was none or it failed. */
export function takeEarly(address: string): Promise<Response | undefined> | undefined {
  const response = responses.get(address)
  if (response) responses.set(address, undefined)
  return response
}
