/** Emails and text messages of a development server, for tests of sign-up and sign-in. `keywright dev` only. */
import { KeywrightError } from '../errors.ts'

/** An email or text message. */
export interface Letter {
  readonly id: string
  readonly kind: 'mail' | 'sms'
  readonly to: string
  readonly subject?: string
  readonly text: string
  /** The contents: `code`, `bundle` … */
  readonly template: Readonly<Record<string, unknown>>
  /** Milliseconds since 1970, by the server's clock. */
  readonly receivedAt: number
}

/** The inbox of a development server. */
export interface DevInbox {
  /** Newest first. */
  list(filter?: { readonly to?: string; readonly kind?: 'mail' | 'sms' }): Promise<readonly Letter[]>
  /** The newest message to an address. @throws KeywrightError `INBOX_EMPTY` if nothing was sent to it */
  latest(to: string): Promise<Letter>
  /** Deletes all messages. */
  clear(): Promise<void>
}

/**
 * Reads the messages that a development server sent.
 * @throws KeywrightError `INBOX_UNAVAILABLE` in each method, if the server isn't a development server
 */
export function devInbox(
  apiBaseUrl: string,
  {
    fetch: reach = (request) => fetch(request),
  }: { readonly fetch?: (request: Request) => Promise<Response> } = {},
): DevInbox {
  async function ask(path: string, method = 'GET'): Promise<unknown> {
    try {
      const response = await reach(new Request(`${apiBaseUrl}${path}`, { method }))
      if (response.ok) return response.status === 204 ? undefined : await response.json()
    } catch (cause) {
      throw unavailable(cause)
    }
    throw unavailable()
  }
  const unavailable = (cause?: unknown) =>
    new KeywrightError('INBOX_UNAVAILABLE', `${apiBaseUrl} has no inbox`, {
      help: 'use `keywright dev`: other servers deliver their emails',
      cause,
    })
  const list: DevInbox['list'] = async (filter = {}) => {
    const { messages } = (await ask(`/dev/inbox?${new URLSearchParams(filter)}`)) as { messages: Letter[] }
    return messages
  }
  return {
    list,
    async latest(to) {
      const [letter] = await list({ to })
      if (!letter) throw new KeywrightError('INBOX_EMPTY', `nothing was sent to ${to}`)
      return letter
    },
    async clear() {
      await ask('/dev/inbox', 'DELETE')
    },
  }
}
