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
    if (!response.ok) throw new Error(`${address} answered ${response.status}`)
    const value = await response.json()
    if (member && !value?.[member]) throw new Error(`${address} is another file than was asked for`)
    return value
  } catch (error) {
    if (signal.aborted) throw new Error(`${address} did not come within ${PATIENCE_SECONDS} seconds`)
    // Cut off, or a page of whoever stands between.
    if (error instanceof SyntaxError) throw new Error(`${address} came as something that is no JSON`)
    throw error
  }
}
