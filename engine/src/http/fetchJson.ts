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
  let deadline: Deadline | undefined
  return (url) => {
    deadline ??= openDeadline()
    let answer = asked.get(url)
    if (!answer && asked.size >= MOST_URLS)
      return Promise.reject(new Error(`more than ${MOST_URLS} documents`))
    if (!answer) asked.set(url, (answer = Promise.race([ask(fetch, url, deadline), deadline.over])))
    return answer
  }
}

interface Deadline {
  readonly signal: AbortSignal
  /** Rejects when the time is over, for fetches that ignore the signal. One listener, however many fetches there are. */
  readonly over: Promise<never>
}

function openDeadline(): Deadline {
  const signal = AbortSignal.timeout(limits.issuerSeconds * 1000)
  const over = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
  })
  over.catch(() => {})
  return { signal, over }
}

async function ask(fetch: Ports['fetch'], url: string, deadline: Deadline): Promise<unknown> {
  const { signal } = deadline
  const response = await fetch(url, { headers: { accept: 'application/json' }, redirect: 'error', signal })
  // A fetch port that follows redirects anyway may have ended up anywhere.
  if (response.redirected) throw new Error(`${url} redirects`)
  if (!response.ok) throw new Error(`${url} answers ${response.status}`)
  return JSON.parse(await readText(response, deadline))
}

/** Reads in chunks, so that an endless response ends. */
async function readText(response: Response, { over }: Deadline): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let length = 0
  const reader = response.body?.getReader()
  over.catch(() => reader?.cancel()).catch(() => {})
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
    if (done) return text + decoder.decode()
    length += value.length
    if (length > limits.issuerBytes) {
      await reader?.cancel()
      throw new Error('the answer is too large')
    }
    text += decoder.decode(value, { stream: true })
  }
}
