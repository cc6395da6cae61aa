/** The text format of a snapshot. Loaded with the first snapshot, because most hosts in a page take none. */
import {
  type ContentParts,
  collectContents,
  createMemoryStore,
  HEADS,
  ROWS_PER_PART,
  type StoreContents,
  type WholeStore,
} from '@keywright/engine'
import { HostError, isOutdated, seededRandom } from '@keywright/host'
import { createSha256, parseJson, toUtf8 } from '@keywright/keys'
import { type DevState, parseDevState, randomOf, rootSecretOf } from './devState.ts'
import { createMemberReader } from './memberReader.ts'
import { type TextPieces, textOf } from './textPieces.ts'

export interface Snapshot extends StoreContents {
  /** Includes the root secret, without which the keys cannot be decrypted. */
  readonly state: DevState
}

const FORMAT = 'keywright-snapshot-1'

/**
 * Writes a snapshot in pieces. The first one comes after the first part of the contents was read.
 * @param parts organizations first
 */
export async function* writeSnapshot(state: DevState, parts: ContentParts): AsyncGenerator<string> {
  let isInRows = false
  let separator = ''
  let text = `{"format":"${FORMAT}","state":${JSON.stringify(state)},"organizations":[`
  const add = (items: readonly unknown[]) => {
    for (const item of items) {
      text += separator + JSON.stringify(item)
      separator = ','
    }
  }
  const beginRows = () => {
    if (isInRows) return
    text += '],"rows":['
    isInRows = true
    separator = ''
  }
  for await (const { organizations, rows } of parts) {
    add(organizations)
    if (rows.length > 0) beginRows()
    add(rows)
    yield text
    text = ''
  }
  beginRows()
  yield `${text}]}`
}

/** Writes a whole snapshot. */
export const toSnapshotText = (state: DevState, contents: StoreContents): Promise<string> =>
  textOf(writeSnapshot(state, [contents]))

/**
 * Reads a snapshot in parts.
 * @param onState called before the generator ends
 * @throws HostError `SNAPSHOT_MALFORMED`
 */
export async function* readSnapshot(
  pieces: TextPieces,
  onState: (state: DevState) => void,
): AsyncGenerator<StoreContents> {
  const members = createMemberReader()
  const seen = new Set<string>()
  for await (const piece of pieces) {
    let organizations: StoreContents['organizations'][number][] = []
    let rows: StoreContents['rows'][number][] = []
    for (const [name, text] of orMalformed(() => members.read(piece))) {
      seen.add(name)
      const value: unknown = orMalformed(() => JSON.parse(text))
      if (name === 'rows' && isRow(value)) rows.push(value)
      else if (name === 'organizations' && isOrganization(value)) organizations.push(value)
      else if (name === 'state') onState(orMalformed(() => parseDevState(value)))
      else if (name !== 'format' || value !== FORMAT) throw malformed(`unexpected ${name}`)
      if (rows.length + organizations.length < ROWS_PER_PART) continue
      yield { organizations, rows }
      organizations = []
      rows = []
    }
    yield { organizations, rows }
  }
  if (!members.isOver() || !seen.has('format') || !seen.has('state')) throw malformed('incomplete')
}

/** Reads a whole snapshot. @throws HostError `SNAPSHOT_MALFORMED` */
export async function parseSnapshot(text: string): Promise<Snapshot> {
  let state: DevState | undefined
  const contents = await collectContents(
    readSnapshot([text], (found) => {
      state = found
    }),
  )
  return { state: state!, ...contents }
}

/** Reads the first piece immediately. */
export async function begun(pieces: AsyncIterable<string>): Promise<AsyncIterable<string>> {
  const reading = pieces[Symbol.asyncIterator]()
  const first = reading.next()
  await first
  let isFirst = true
  return {
    [Symbol.asyncIterator]: () => ({
      next() {
        const next = isFirst ? first : reading.next()
        isFirst = false
        return next
      },
      return: async () => (await reading.return?.()) ?? { done: true, value: undefined },
    }),
  }
}

/** Passes pieces on. `hex` is the SHA-256 of what was passed. */
export function hashPieces(pieces: TextPieces) {
  const hash = createSha256()
  async function* pass() {
    for await (const piece of pieces) {
      hash.update(toUtf8(piece))
      yield piece
    }
  }
  return { pieces: pass(), hex: hash.hex }
}

const isOrganization = (value: unknown): value is StoreContents['organizations'][number] =>
  Array.isArray(value) && typeof value[0] === 'string' && Number.isSafeInteger(value[1])

function isRow(value: unknown): value is StoreContents['rows'][number] {
  if (!Array.isArray(value) || value.length !== 4 || !value.every((part) => typeof part === 'string'))
    return false
  orMalformed(() => parseJson(value[3] as string))
  return true
}

function orMalformed<T>(task: () => T): T {
  try {
    return task()
  } catch (error) {
    throw malformed('not JSON', error)
  }
}

function malformed(reason: string, cause: unknown = new Error(reason)): HostError {
  const hint = 'Import an unchanged file from GET /dev/export.'
  return new HostError(
    'SNAPSHOT_MALFORMED',
    'the file is not a snapshot of a development server',
    hint,
    cause,
  )
}

/** Fails at the end of an outdated snapshot, so that the store keeps its contents. @throws HostError `SNAPSHOT_OUTDATED` */
async function* withoutOutdated(parts: ContentParts, rootSecret: () => Uint8Array): ContentParts {
  const organizations: StoreContents['organizations'][number][] = []
  const rows: StoreContents['rows'][number][] = []
  for await (const part of parts) {
    organizations.push(...part.organizations)
    rows.push(...part.rows.filter(([, table]) => table === HEADS))
    yield part
  }
  const heads = createMemoryStore()
  await heads.replaceAll([{ organizations, rows }])
  if (!(await isOutdated(heads, rootSecret()))) return
  throw new HostError(
    'SNAPSHOT_OUTDATED',
    "this version of Keywright can't verify the rows of the snapshot",
    'If another version wrote it, restore it with that one. Otherwise it was altered: take a new snapshot.',
  )
}

/** Replaces the contents of a store with a snapshot's. Returns the state to continue with, and its randomness. */
export async function restoreSnapshot(store: WholeStore, current: DevState, pieces: TextPieces) {
  let imported = current
  const hashed = hashPieces(pieces)
  const parts = readSnapshot(hashed.pieces, (state) => {
    imported = state
  })
  await store.replaceAll(withoutOutdated(parts, () => rootSecretOf(imported)))
  // Restoring a snapshot twice repeats the same new IDs, none of which is in the snapshot.
  const { seed } = imported
  const random =
    seed === null
      ? randomOf(imported)
      : seededRandom(`keywright development ${seed} snapshot ${hashed.hex()}`)
  return { state: { ...imported, starts: Math.max(current.starts, imported.starts) }, random }
}
