/** The JSON files of the site, as islands fetch them: one that does not come, or is something else, is told of in words. */

/** More than the largest of them takes on a slow line; a browser by itself waits for minutes. */
const PATIENCE_SECONDS = 30

export interface FetchJsonOptions {
  /** A member that the file has: a host may answer with another one in its place. */
  readonly member?: string
  readonly priority?: RequestPriority
}

/** @throws Error that names the file, and says what is wrong with it */
export async function fetchJson<Value>(
  address: string,
  { member, priority = 'auto' }: FetchJsonOptions = {},
): Promise<Value> {
  const signal = AbortSignal.timeout(PATIENCE_SECONDS * 1000)
  try {
    const response = await fetch(address, { priority, signal })
    if (!response.ok) throw new Error(`${address} returned ${response.status}`)
    const value = await response.json()
    if (member && !value?.[member]) throw new Error(`${address} is not the requested file`)
    return value
  } catch (error) {
    if (signal.aborted) throw new Error(`${address} did not load within ${PATIENCE_SECONDS} seconds`)
    // Cut off, or a page of whoever stands between.
    if (error instanceof SyntaxError) throw new Error(`${address} is not JSON`)
    throw error
  }
}
