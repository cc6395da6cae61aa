/** What the database of the sandbox holds, row by row, and whether a secret in it opens. */
import {
  decryptAtRest,
  deriveStorageKey,
  isKeysError,
  parseBase64url,
  parseHex,
  platformRandom,
  toBase64url,
} from '@keywright/keys'
import type { Workbench } from '../kit/workbench.ts'

export interface StoredRow {
  readonly organizationId: string
  readonly table: string
  readonly id: string
  /** As it is stored: members by name. */
  readonly members: Readonly<Record<string, unknown>>
}

export interface Database {
  readonly rows: readonly StoredRow[]
  /** Hex. It stands beside the rows, in the settings of the host. */
  readonly rootSecret: string
}

/** Of an export, as `GET /dev/export` gives it. */
interface Exported {
  readonly state: { readonly rootSecret: string }
  readonly rows: readonly (readonly [organizationId: string, table: string, id: string, value: string])[]
}

/** Everything that the sandbox stores; with a wallet, so that there is a secret. */
export async function readDatabase({ client, sandbox }: Workbench): Promise<Database> {
  const { wallets } = await client.listWallets({})
  if (wallets.length === 0) await client.createWallet({ walletName: 'Vault', accounts: [] })
  const { state, rows } = await sandbox.dev<Exported>('GET', '/dev/export')
  return {
    rootSecret: state.rootSecret,
    rows: rows.map(([organizationId, table, id, value]) => ({
      organizationId,
      table,
      id,
      members: toMembers(JSON.parse(value)),
    })),
  }
}

/** Some rows are there to be found by their id, and say nothing else. */
const toMembers = (value: unknown): StoredRow['members'] =>
  typeof value === 'object' && value !== null ? (value as StoredRow['members']) : { value }

/** Names of the tables with the number of their rows, in the order of the alphabet. */
export function tablesOf({ rows }: Database): readonly (readonly [table: string, count: number])[] {
  const counts = new Map<string, number>()
  for (const { table } of rows) counts.set(table, (counts.get(table) ?? 0) + 1)
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1))
}

/** The engine names what it encrypts `sealed…`. */
export const isSealed = (member: string): boolean => member.startsWith('sealed')

/** How many rows hold the root secret, in the ways in which bytes are written. */
export function rowsWithRootSecret({ rows, rootSecret }: Database): number {
  const texts = [rootSecret, toBase64url(parseHex(rootSecret, 'root secret'))]
  return rows.filter(({ members }) => texts.some((text) => JSON.stringify(members).includes(text))).length
}

/**
 * Opens a sealed member as the engine does, with the root secret of the host or with another.
 * @returns the number of bytes in it @throws KeysError `STORED_SECRET_NOT_OPENED`
 */
export function openMember(
  { rootSecret }: Database,
  { organizationId, id, members }: StoredRow,
  member: string,
  isOther: boolean,
): number {
  const secret = isOther ? platformRandom(32) : parseHex(rootSecret, 'root secret')
  const stored = parseBase64url(String(members[member]), member)
  return decryptAtRest(stored, { organizationId, keyId: id }, deriveStorageKey(secret, organizationId)).length
}

export interface Opening {
  readonly isOpen: boolean
  readonly found: string
}

/** What each of both secrets does to a sealed member. */
export function tryBoth(
  database: Database,
  row: StoredRow,
  member: string,
): readonly [own: Opening, other: Opening] {
  const attempt = (isOther: boolean): Opening => {
    try {
      const length = openMember(database, row, member, isOther)
      return { isOpen: true, found: `${length} bytes, which are not shown` }
    } catch (error) {
      if (!isKeysError(error)) throw error
      return { isOpen: false, found: error.message }
    }
  }
  return [attempt(false), attempt(true)]
}

export const toFingerprint = (text: string): string => (text.length > 44 ? `${text.slice(0, 40)}…` : text)
export const bytesOf = (text: string): number => parseBase64url(text, 'member').length
