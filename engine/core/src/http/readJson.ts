/** Fetches one document from an issuer. */
import { limits } from '@keywright/contract'
import type { Ports } from '../ports.ts'

/**
 * Fetches JSON. Throws for every failure, as `FetchJson` does.
 * @param over rejects when the time is over
 */
export async function readJson(
  fetch: Ports['fetch'],
  url: string,
  signal: AbortSignal,
  over: Promise<never>,
): Promise<unknown> {
  const response = await fetch(url, { headers: { accept: 'application/json' }, redirect: 'error', signal })
  // A fetch port that follows redirects anyway may have ended up anywhere.
  if (response.redirected) throw new Error(`${url} redirects`)
  if (!response.ok) throw new Error(`${url} answers ${response.status}`)
  return JSON.parse(await readText(response, over))
}

/** Reads in chunks, so that an endless response ends. */
async function readText(response: Response, over: Promise<never>): Promise<string> {
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
