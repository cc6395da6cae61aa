/** Fetches documents from issuers, within limits that all fetches of one request share. */
import { limits } from '@keywright/contract'
import type { Ports } from '../ports.ts'

/** Fetches JSON. Throws for every failure: unreachable, redirected, too slow, too large, invalid JSON. */
export type FetchJson = (url: string) => Promise<unknown>

/** Upper bound of documents per request: ten issuers have two each. */
const MOST_URLS = 20

/**
 * For one request. The time runs from the first fetch and ends all of them, even while a response drips. The same URL
 * is fetched once, and few different ones are, so that a request can't flood other servers.
 */
export function openFetchJson(fetch: Ports['fetch']): FetchJson {
  const asked = new Map<string, Promise<unknown>>()
  let signal: AbortSignal | undefined
  let over: Promise<never>
  return (url) => {
    if (!signal) over = endOf((signal = AbortSignal.timeout(limits.issuerSeconds * 1000)))
    const known = asked.get(url)
    if (known) return known
    if (asked.size >= MOST_URLS) return Promise.reject(new Error(`more than ${MOST_URLS} documents`))
    const answer = Promise.race([ask(fetch, url, signal, over), over])
    asked.set(url, answer)
    return answer
  }
}

/** Rejects when the time is over, for fetches that ignore the signal. One listener, however many fetches there are. */
function endOf(signal: AbortSignal): Promise<never> {
  const over = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
  })
  over.catch(() => {})
  return over
}

/** Loaded with the first token of an issuer, because most pages never have one. */
const ask = async (...given: Parameters<typeof import('./readJson.ts').readJson>) =>
  (await import('./readJson.ts')).readJson(...given)
