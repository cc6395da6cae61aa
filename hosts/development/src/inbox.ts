/** Stores the engine's emails and text messages instead of sending them to a carrier. */
import type { Mail, Sms } from '@keywright/engine'
import type { HostRows } from '@keywright/host'

export interface Letter {
  readonly id: string
  readonly kind: 'mail' | 'sms'
  readonly to: string
  /** Only for emails. */
  readonly subject?: string
  readonly text: string
  readonly organizationId: string
  /** Values of the message: bundle, code, customization. */
  readonly template: Readonly<Record<string, unknown>>
  /** Milliseconds since 1970, by the server's clock. */
  readonly receivedAt: number
}

export interface Inbox {
  readonly takeMail: (mail: Mail) => Promise<void>
  readonly takeSms: (sms: Sms) => Promise<void>
  /** Newest first. */
  list(filter?: { to?: string; kind?: string; limit?: number }): Promise<Letter[]>
  get(id: string): Promise<Letter | undefined>
  clear(): Promise<void>
}

const TABLE = 'inbox'
const MAX_LETTERS = 1_000

/** @param onLetter called for each message */
export async function createInbox(
  rows: HostRows,
  clock: () => number,
  onLetter: (letter: Letter) => void,
): Promise<Inbox> {
  let count = Number((await rows.list<Letter>(TABLE, { newestFirst: true, limit: 1 }))[0]?.id ?? 0)

  async function take(letter: Omit<Letter, 'id' | 'receivedAt'>): Promise<void> {
    const id = String(++count).padStart(9, '0')
    const taken: Letter = { id, ...letter, receivedAt: clock() }
    await rows.put(TABLE, id, taken)
    onLetter(taken)
    if (count > MAX_LETTERS) await rows.remove(TABLE, [String(count - MAX_LETTERS).padStart(9, '0')])
  }

  return {
    takeMail: ({ to, subject, text, organizationId, template }) =>
      take({ kind: 'mail', to, subject, text, organizationId, template }),
    takeSms: ({ to, text, organizationId, template }) =>
      take({ kind: 'sms', to, text, organizationId, template }),
    async list({ to, kind, limit = 100 } = {}) {
      const letters = await rows.list<Letter>(TABLE, { newestFirst: true })
      return letters
        .filter(
          (letter) => (to === undefined || letter.to === to) && (kind === undefined || letter.kind === kind),
        )
        .slice(0, limit)
    },
    get: (id) => rows.get<Letter>(TABLE, id),
    async clear() {
      const letters = await rows.list<Letter>(TABLE)
      await rows.remove(
        TABLE,
        letters.map((letter) => letter.id),
      )
    },
  }
}
