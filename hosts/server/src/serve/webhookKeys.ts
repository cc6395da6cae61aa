/** Numbers of the keys that sign webhooks. Each key derives from the deployment key and its number. */
import { StoreConflict, type WholeStore } from '@keywright/engine'
import { SERVER, type WebhookKeyNumbers } from '@keywright/host'
import { ServerError } from '../serverError.ts'
import { withTeamStore } from './reshare.ts'
import { readRootCheck } from './rootSecret.ts'

interface KeysRow {
  readonly number: number
  /** Earlier keys, and until when they stay in use, in milliseconds. */
  readonly earlier: readonly { readonly number: number; readonly until: number }[]
}

/** Before the first change. */
const FIRST: KeysRow = { number: 1, earlier: [] }
const TABLE = 'webhook-keys'
const ID = 'numbers'

/** How long a process uses the numbers that it has read. */
const FRESH_MS = 5_000

export interface WebhookKeys {
  readonly numbers: () => WebhookKeyNumbers
  /**
   * Reads the numbers again if they are older than five seconds. If the database doesn't answer, or the row is damaged, they
   * stay as they are.
   * @throws Error while none have been read, because the first key may have been replaced
   */
  refresh(): Promise<void>
}

/** @param clock milliseconds */
export function followWebhookKeys(store: WholeStore, clock: () => number): WebhookKeys {
  let row: KeysRow | undefined
  let readAt = Number.NEGATIVE_INFINITY
  return {
    numbers() {
      if (!row) throw new Error('the numbers of the webhook keys are not read yet')
      const now = clock()
      return [row.number, ...row.earlier.filter(({ until }) => until > now).map(({ number }) => number)]
    },
    async refresh() {
      if (clock() - readAt < FRESH_MS) return
      row = await read(store).catch((error: unknown) => {
        if (!row) throw error
        return row
      })
      readAt = clock()
    },
  }
}

async function read(store: WholeStore): Promise<KeysRow> {
  const row = await store.get(SERVER, TABLE, ID)
  if (row === undefined) return FIRST
  if (!isKeysRow(row)) throw new KeysDamaged()
  return row
}

class KeysDamaged extends ServerError {
  constructor() {
    const hint =
      'Run `keywright rotate-webhook-key --overlap-days 0`: servers sign with a new key, and no earlier key stays published.'
    super('WEBHOOK_KEYS_DAMAGED', `row ${ID} of ${TABLE} in the database is damaged`, hint)
  }
}

function isKeysRow(row: unknown): row is KeysRow {
  const { number, earlier } = Object(row) as Partial<KeysRow>
  const isKey = (one: unknown) =>
    Number.isSafeInteger(Object(one).number) && Number.isFinite(Object(one).until)
  return Number.isSafeInteger(number) && Array.isArray(earlier) && earlier.every(isKey)
}

export interface NewWebhookKey {
  readonly number: number
  /** When the key before is no longer used and published, in milliseconds. */
  readonly until: number
}

/**
 * `rotate-webhook-key`: servers sign with a new key within seconds. The one before stays published, and signs too where
 * several signatures are possible.
 * @throws ServerError `DATABASE_NOT_INITIALIZED`, `WEBHOOK_KEY_CHANGED`, `WEBHOOK_KEYS_DAMAGED`
 */
export const rotateWebhookKey = ({
  databaseUrl,
  overlapMs,
}: {
  readonly databaseUrl: string
  readonly overlapMs: number
}): Promise<NewWebhookKey> =>
  withTeamStore(databaseUrl, async (store) => {
    await readRootCheck(store)
    return addWebhookKey(store, { now: Date.now(), overlapMs })
  })

/**
 * Without an overlap, it replaces a damaged row.
 * @throws ServerError `WEBHOOK_KEY_CHANGED`, `WEBHOOK_KEYS_DAMAGED`
 */
export async function addWebhookKey(
  store: WholeStore,
  { now, overlapMs }: { readonly now: number; readonly overlapMs: number },
): Promise<NewWebhookKey> {
  const version = await store.version(SERVER)
  const { number, earlier } = await read(store).catch((error: unknown) => {
    if (!(error instanceof KeysDamaged) || overlapMs > 0) throw error
    // Not a number from before, whose key may have leaked: those were counted up from 1, or from an earlier time.
    return { number: now, earlier: [] }
  })
  const until = now + overlapMs
  const next: KeysRow = {
    number: number + 1,
    earlier: [{ number, until }, ...earlier].filter((one) => one.until > now),
  }
  const write = { organization: SERVER, table: TABLE, id: ID, value: next as never }
  await store
    .commit({ guards: [{ organization: SERVER, version }], writes: [write] })
    .catch((error: unknown) => {
      if (!(error instanceof StoreConflict)) throw error
      const message = 'another operator changed keys at the same time'
      throw new ServerError('WEBHOOK_KEY_CHANGED', message, 'Run the command again if needed.', error)
    })
  return { number: next.number, until }
}
