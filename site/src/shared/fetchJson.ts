/** Fetches the site's JSON files, with clear errors for missing and invalid ones. */
import { takeEarly } from './requestEarly.ts'

/** Timeout, enough for the largest file on a slow connection. Browsers would wait for minutes. */
const PATIENCE_SECONDS = 30

export interface FetchJsonOptions {
  /** A member that the file must have, because a host may serve another file in its place. */
  readonly member?: string
  readonly priority?: RequestPriority
}

/** @throws Error that names the file and the problem */
export async function fetchJson<Value>(
  address: string,
  { member, priority = 'auto' }: FetchJsonOptions = {},
): Promise<Value> {
  const signal = AbortSignal.timeout(PATIENCE_SECONDS * 1000)
  try {
    const response = (await takeEarly(address)) ?? (await fetch(address, { priority, signal }))
    if (!response.ok) throw new Error(`${address} returned ${response.status}`)
    const value = await response.json()
    if (member && !value?.[member]) throw new Error(`${address} is not the requested file`)
    return value
  } catch (error) {
    if (signal.aborted) throw new Error(`${address} did not load within ${PATIENCE_SECONDS} seconds`)
    // A truncated file, or a page from a proxy.
    if (error instanceof SyntaxError) throw new Error(`${address} is not JSON`)
    throw error
  }
}
