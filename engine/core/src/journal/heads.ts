/**
 * Signed heads of journals, as transparency logs publish them (RFC 6962, "signed tree head"): a version and the hash of the
 * newest entry. The hash chain takes the place of the Merkle tree. The signed text is a checkpoint as C2SP specifies it
 * (c2sp.org/tlog-checkpoint): origin, size, root hash; the signature is Ed25519.
 *
 * A head that is kept elsewhere shows later that the journal goes on from there: it was neither rolled back nor rewritten.
 */
import {
  parseHex,
  publicKeyOf,
  sign,
  toBase64url,
  toCompactSignature,
  toHex,
  toUtf8,
  verifySignature,
} from '@keywright/keys'
import { type JournalEntry, journalId, NO_PREVIOUS_ENTRY } from '../store/journalEntry.ts'
import { HEAD_READING, openHead, RowAltered } from '../store/rowMacs.ts'
import type { StoreReads } from '../store/store.ts'
import type { CheckpointRow } from '../store/tables.ts'
import { expand, type Mac } from '../vault.ts'
import { hashOf } from './entryHash.ts'
import { CHECKPOINT, readJournal } from './replay.ts'

export interface JournalHead {
  readonly organization: string
  /** Number of the newest entry. */
  readonly version: number
  /** Of that entry, in hex. */
  readonly hash: string
}

export interface SignedHead extends JournalHead {
  /** Ed25519, in hex. */
  readonly signature: string
}

export interface HeadSigner {
  /** Ed25519, in hex. */
  readonly publicKey: string
  sign(head: JournalHead): SignedHead
}

/** The signer of a root secret. */
export function openHeadSigner(rootSecret: Uint8Array): HeadSigner {
  const seed = expand(rootSecret, 'journal heads', 32)
  return {
    publicKey: toHex(publicKeyOf('CURVE_ED25519', seed)),
    sign: ({ organization, version, hash }) => {
      const signature = sign('ed25519', textOf({ organization, version, hash }), seed)
      return { organization, version, hash, signature: toHex(toCompactSignature(signature)) }
    },
  }
}

/** @param publicKey hex */
export function isSigned(head: SignedHead, publicKey: string): boolean {
  try {
    const [signature, key] = [parseHex(head.signature, 'signature'), parseHex(publicKey, 'public key')]
    return verifySignature(textOf(head), signature, key)
  } catch {
    return false
  }
}

const textOf = ({ organization, version, hash }: JournalHead): Uint8Array =>
  toUtf8(`keywright/${organization}\n${version}\n${toBase64(parseHex(hash, 'hash'))}\n`)

/** Of 32 bytes. */
const toBase64 = (hash: Uint8Array): string =>
  `${toBase64url(hash).replaceAll('-', '+').replaceAll('_', '/')}=`

/** What doesn't fit between a head that was exported and the database. */
export type HeadProblem = 'missing' | 'rolled back' | 'forked'

/** Compares a head with the database; undefined if the journal goes on from it, or older entries are pruned. */
export async function headProblemOf(
  store: StoreReads,
  { organization, version, hash }: JournalHead,
): Promise<HeadProblem | undefined> {
  const moment = await store.read(organization, [
    { table: 'journal', id: journalId(version) },
    { table: 'checkpoints', id: CHECKPOINT },
  ])
  if (moment.version === 0) return 'missing'
  if (moment.version < version) return 'rolled back'
  const [entry, checkpoint] = moment.answers.map(({ value }) => value) as [
    JournalEntry | undefined,
    CheckpointRow | undefined,
  ]
  if (entry !== undefined) return Object(entry).hash === hash ? undefined : 'forked'
  if (checkpoint && checkpoint.sequence > version) return undefined
  return checkpoint?.sequence === version && checkpoint.head === hash ? undefined : 'forked'
}

/**
 * The head of a journal as it is, if the server wrote it and the journal leads to it.
 * @param before the head that was exported last: only entries since then are read
 * @returns what doesn't fit, or undefined if there is nothing new
 */
export async function nextHead(
  store: StoreReads,
  organization: string,
  mac: Mac,
  before: JournalHead | undefined,
): Promise<JournalHead | HeadProblem | undefined> {
  if (before) {
    const problem = await headProblemOf(store, before)
    if (problem) return problem
  }
  const { version, answers } = await store.read(organization, [
    HEAD_READING,
    { table: 'checkpoints', id: CHECKPOINT },
  ])
  if (version === (before?.version ?? 0)) return undefined
  const [head, checkpoint] = answers.map(({ value }) => value)
  try {
    const hash = openHead(mac, organization, version, head).hash
    const pruned = checkpoint as CheckpointRow | undefined
    const start = startOf(before, pruned)
    return (await leadsTo(store, organization, start, { version, hash }))
      ? { organization, version, hash }
      : 'forked'
  } catch (error) {
    if (!(error instanceof RowAltered)) throw error
    return 'forked'
  }
}

/** Where the entries that are to be read begin: at the head that was exported, or at the checkpoint if it is newer. */
function startOf(before: JournalHead | undefined, checkpoint: CheckpointRow | undefined) {
  const version = before?.version ?? 0
  return checkpoint && checkpoint.sequence > version
    ? { version: checkpoint.sequence, hash: checkpoint.head }
    : { version, hash: before?.hash ?? NO_PREVIOUS_ENTRY }
}

async function leadsTo(
  store: StoreReads,
  organization: string,
  start: Pick<JournalHead, 'version' | 'hash'>,
  end: Pick<JournalHead, 'version' | 'hash'>,
): Promise<boolean> {
  let { version, hash } = start
  if (version < end.version) {
    for await (const entry of readJournal(store, organization, version)) {
      const follows =
        entry.sequence === version + 1 && entry.previous === hash && hashOf(entry) === entry.hash
      if (!follows) return false
      version++
      hash = entry.hash
      if (version === end.version) break
    }
  }
  return version === end.version && hash === end.hash
}
