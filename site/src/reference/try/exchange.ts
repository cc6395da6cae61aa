/** Sends one request of the console to the sandbox. */
import type { RequestInFull, Sandbox } from '@keywright/sandbox'
import type { Json } from './bodyForm.ts'
import { type Header, type Signer, stampBody } from './signers.ts'

export interface Exchange {
  readonly path: string
  /** The exact text that was stamped and posted. */
  readonly body: string
  readonly header: Header
  readonly status: number
  readonly answer: Json
  /** Its entry in the request log, with stamp check and decision. */
  readonly log: RequestInFull | undefined
}

/** Stamps and posts. @throws Error if the request can't be stamped or gets no response */
export async function exchange(
  sandbox: Sandbox,
  signer: Signer,
  path: string,
  body: string,
): Promise<Exchange> {
  const header = await stampBody(signer, body)
  const response = await sandbox.fetch(`${sandbox.url}${path}`, {
    method: 'POST',
    headers: { [header.name]: header.value, 'content-type': 'application/json' },
    body,
  })
  const id = response.headers.get('x-request-id')
  const text = await response.text()
  const log = id === null ? undefined : await sandbox.dev<RequestInFull>('GET', `/dev/requests/${id}`)
  return { path, body, header, status: response.status, answer: parsed(text), log }
}

/** The JSON of a text, or the text if it is not JSON. */
function parsed(text: string): Json {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
