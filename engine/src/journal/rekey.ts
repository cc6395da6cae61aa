/** Encrypts the secrets of an organization with new keys, and authenticates its rows with a new MAC key. */
import { parseHex } from '@keywright/keys'
import { whole } from '../activity/compact.ts'
import { entriesOf } from '../activity/record.ts'
import { storedFingerprint, wholeActivities } from '../activity/secrets.ts'
import { loadSubmitHandlers } from '../calls.ts'
import type { HandlerOf } from '../handler.ts'
import { messageIdOf } from '../outbox/outbox.ts'
import { secretsOf } from '../resources/secrets.ts'
import { hashIn, journalEntry, journalId } from '../store/journalEntry.ts'
import { headOf, INDEX_READINGS, NO_ROWS, openHead, RowAltered, rowMacs } from '../store/rowMacs.ts'
import { type Json, OUTBOX, type Store, type Write } from '../store/store.ts'
import {
  type CompactActivityRow,
  DATA_KEYS_LOOKUP,
  type DataKeyKind,
  type PrivateKeyRow,
  type StoredActivityRow,
  type WalletAccountRow,
} from '../store/tables.ts'
import type { Vault } from '../vault.ts'
import { everyRow } from './addMacs.ts'

/** Members that are encrypted, by table. */
const SEALED: Readonly<Record<string, string>> = {
  wallets: 'sealedEntropy',
  walletAccounts: 'sealedKey',
  privateKeys: 'sealedKey',
  imports: 'sealedTargetKey',
  otps: 'sealedTargetKey',
  activities: 'sealed',
}

export interface NewKeys {
  readonly from: Vault
  readonly to: Vault
  /** Milliseconds. */
  readonly now: number
}

/**
 * One commit, so an interrupted change of all organizations continues with the rest. Servers must be stopped. Verify the
 * journal before: afterwards, the rows are authenticated as they are.
 * @returns false if the organization has the new keys already
 */
export async function rekeyOrganization(store: Store, organization: string, keys: NewKeys): Promise<boolean> {
  const { version, facts, answers } = await store.read(organization, INDEX_READINGS)
  if (version === 0 || isHead(keys.to, organization, version, answers[1]!.value)) return false
  const previous = hashIn(await store.get(organization, 'journal', journalId(version)))
  const { rows, lookups } = await resealAll(store, organization, keys)
  const changes = rows.filter(({ isChanged }) => isChanged)
  const { mac } = keys.to
  const { index, writes } = await rowMacs(mac, organization, NO_ROWS, async () => undefined).after(rows)
  const entry = journalEntry(previous, version, changes, { activityId: null, at: keys.now })
  const isSame = changes.length === 0
  const head = isSame
    ? headOf(mac, organization, version, previous ?? '', index)
    : headOf(mac, organization, version + 1, hashIn(entry.value)!, index)
  const journal = { organization, table: 'journal', ...entry }
  await store.commit({
    guards: isSame ? [] : [{ organization, version }],
    rests: isSame ? [{ organization, facts }] : [],
    writes: [
      ...changes.map(({ isChanged: _, ...write }) => write),
      ...lookups,
      ...writes,
      head,
      ...(isSame ? [] : [journal]),
    ],
  })
  return true
}

function isHead({ mac }: Vault, organization: string, version: number, head: Json | undefined): boolean {
  try {
    openHead(mac, organization, version, head)
    return true
  } catch (error) {
    if (error instanceof RowAltered) return false
    throw error
  }
}

type Resealed = Write & { readonly isChanged: boolean }

/** Every row of the tables, with secrets under the new keys, and the lookups that follow. */
async function resealAll(store: Store, organization: string, vaults: NewKeys) {
  const { from, to } = vaults
  const handlerOf = await loadSubmitHandlers('approve_activity')
  const lookups: Write[] = []
  const put = (table: string, id: string, value: Json | undefined) =>
    lookups.push({ organization, table, id, value })
  /** Old and new data key of a wallet, private key or import. */
  const dataKeys = new Map<string, Promise<readonly [string | undefined, string]>>()
  const dataKeysOf = (kind: DataKeyKind, id: string) => {
    const key = `${kind} ${id}`
    const known = dataKeys.get(key) ?? replaceDataKey(kind, id)
    dataKeys.set(key, known)
    return known
  }
  async function replaceDataKey(kind: DataKeyKind, id: string) {
    const old = (await store.get(organization, DATA_KEYS_LOOKUP[kind], id)) as string | undefined
    const dataKey = to.newDataKey(organization)
    put(DATA_KEYS_LOOKUP[kind], id, dataKey)
    return [old, dataKey] as const
  }
  const reseal = (id: string, sealed: string, [old, dataKey]: readonly (string | undefined)[] = []) =>
    from.open(organization, id, sealed, (secret) => to.seal(organization, id, secret, dataKey), old)

  async function resealRow({ table, id, value }: Write): Promise<Resealed> {
    const row = value as Readonly<Record<string, Json>>
    const member = SEALED[table]
    const sealed = member === undefined ? undefined : row[member]
    if (typeof sealed !== 'string') return { organization, table, id, value, isChanged: false }
    const owner = ownerOf(table, id, row)
    const keys = owner && (await dataKeysOf(...owner))
    if (table === 'wallets') {
      const [mark, next] = from.open(
        organization,
        id,
        sealed,
        (secret) => [from.mark(organization, secret), to.mark(organization, secret)],
        keys?.[0],
      )
      putMark('wallet', mark!, next!, id)
    } else if (table === 'privateKeys') {
      const publicKey = parseHex((value as unknown as PrivateKeyRow).publicKey, 'public key')
      putMark('private key', from.mark(organization, publicKey), to.mark(organization, publicKey), id)
    }
    const next = { ...row, [member!]: reseal(id, sealed, keys) }
    if (table === 'activities') {
      next['fingerprint'] = moveFingerprint(
        whole(row as unknown as CompactActivityRow),
        organization,
        vaults,
        handlerOf,
        put,
      )
    }
    return { organization, table, id, value: next, isChanged: true }
  }
  function putMark(kind: 'wallet' | 'private key', old: string, next: string, id: string): void {
    put(secretsOf(kind), old, undefined)
    put(secretsOf(kind), next, id)
  }

  const rows: Resealed[] = []
  for (const row of await everyRow(store, organization)) rows.push(await resealRow(row))
  for (const { id, value } of await store.list(organization, OUTBOX)) {
    const message = value as { readonly sealed: string }
    put(OUTBOX, id, { ...message, sealed: reseal(messageIdOf(id), message.sealed) })
  }
  return { rows, lookups }
}

/** Whose data key encrypts the row; undefined for secrets under the organization's key. */
function ownerOf(table: string, id: string, row: object): readonly [DataKeyKind, string] | undefined {
  if (table === 'walletAccounts') return ['wallets', (row as WalletAccountRow).walletId]
  return table in DATA_KEYS_LOOKUP ? [table as DataKeyKind, id] : undefined
}

/** The fingerprint of a body with a secret is keyed, and votes to come name the new one. @param put writes a lookup */
function moveFingerprint(
  activity: StoredActivityRow,
  organization: string,
  { from, to }: NewKeys,
  handlerOf: HandlerOf,
  put: (lookup: string, id: string, value: Json | undefined) => void,
): string {
  const { fingerprint: plain } = wholeActivities(organization, from)(activity)
  const fingerprint = storedFingerprint(activity.type, plain, organization, to)
  // Earlier versions stored the plain one.
  if (plain === activity.fingerprint || fingerprint === activity.fingerprint) return activity.fingerprint
  const isPersonal = handlerOf(activity.type).isPersonal ?? false
  const move = (row: StoredActivityRow, isRemoved: boolean) => {
    for (const { lookup, id, value = row.id } of entriesOf(row, isPersonal)) {
      if (id === row.fingerprint) put(lookup, id, isRemoved ? undefined : value)
    }
  }
  move(activity, true)
  move({ ...activity, fingerprint }, false)
  return fingerprint
}
