/**
 * Root secrets and the deployment key. The engine's keys all derive from the deployment key, which is random and stored
 * encrypted under the root secret. So a new root secret needs only the deployment key to be encrypted again.
 */
import { readFileSync } from 'node:fs'
import type { Store, WholeStore } from '@keywright/engine'
import { DEV, type HostRows, hostRows, SERVER, seededRandom } from '@keywright/host'
import {
  decryptAtRest,
  deriveStorageKey,
  encryptAtRest,
  hmacSha256,
  parseBase64url,
  parseHex,
  platformRandom,
  ROOT_SECRET_LENGTH,
  toBase64url,
  toHex,
  toUtf8,
} from '@keywright/keys'
import { ServerError, unreadable } from '../serverError.ts'
import { notInitialized } from '../store/databaseError.ts'

/** The database's record of a root secret: enough to recognize it, not to derive it. */
export interface RootVersion {
  /** 1 for the first root secret. */
  readonly version: number
  /** Hex: HMAC of a fixed text under the root secret. */
  readonly check: string
  /** The deployment key, encrypted under the root secret. */
  readonly key: string
  /** The valid shares. Null if the secret is stored in a key file or a token, or no set is confirmed yet. */
  readonly shares: ShareSet | null
  /** The secret encrypted by a token; absent without a token. */
  readonly token?: TokenSealed
}

/** The root secret in use, and what is about to replace it. */
export interface RootCheck extends RootVersion {
  /** The next root secret, which servers accept as well until the one in use is retired. */
  readonly next?: RootVersion
  /** New shares that are not valid until a threshold of them is submitted. */
  readonly pending?: ShareSet & {
    /** Created by `init`: until they are confirmed, nothing is stored under the secret. */
    readonly isFirst?: true
  }
}

export interface ShareSet {
  readonly count: number
  readonly threshold: number
  /** ID of the set, eight hexadecimal digits, as in each share. */
  readonly set: string
}

/** Hex; AES-256-GCM. */
export interface TokenSealed {
  readonly keyLabel: string
  readonly iv: string
  readonly ciphertext: string
}

export const serverRows = (store: Store): HostRows => hostRows(store, SERVER)

/** @throws ServerError `DATABASE_NOT_INITIALIZED`, `DATABASE_IS_DEVELOPMENT` */
export async function readRootCheck(store: WholeStore): Promise<RootCheck> {
  await assertNotDevelopment(store)
  const check = await serverRows(store).get<RootCheck>('root', 'check')
  if (check) return check
  throw notInitialized()
}

/** @throws ServerError `DATABASE_IS_DEVELOPMENT` */
export async function assertNotDevelopment(store: WholeStore): Promise<void> {
  if ((await store.get(DEV, 'mark', 'development')) === undefined) return
  const hint =
    'Create a separate database for the team server, because development servers store keys in plain files.'
  throw new ServerError('DATABASE_IS_DEVELOPMENT', 'the database belongs to a development server', hint)
}

/** The root check, which can be replaced unless another process replaced it first. */
export interface OpenRootCheck {
  readonly known: RootCheck
  /** @throws StoreConflict if the check is no longer `known` */
  replace(check: RootCheck): Promise<RootCheck>
}

/** @throws ServerError `DATABASE_NOT_INITIALIZED`, `DATABASE_IS_DEVELOPMENT` */
export async function openRootCheck(store: WholeStore): Promise<OpenRootCheck> {
  // Read before the root check, so the second of two concurrent changes finds a newer version.
  const version = await store.version(SERVER)
  return {
    known: await readRootCheck(store),
    async replace(check) {
      await store.commit({
        guards: [{ organization: SERVER, version }],
        writes: [{ organization: SERVER, table: 'root', id: 'check', value: check as never }],
      })
      return check
    },
  }
}

/** The record of a root secret: the one in use, or the next one. @throws ServerError `ROOT_SECRET_MISMATCH` */
export function versionOf(rootSecret: Uint8Array, known: RootCheck): RootVersion {
  const check = checkOf(rootSecret)
  const version = [known, known.next].find((one) => one?.check === check)
  if (version) return version
  const hint = 'Use the latest shares or the key file of this database.'
  throw new ServerError('ROOT_SECRET_MISMATCH', 'the root secret does not belong to this database', hint)
}

/**
 * The secret from which the keys of the engine derive; a new copy for each call.
 * @throws ServerError `ROOT_SECRET_MISMATCH`
 */
export function deploymentKeyOf(rootSecret: Uint8Array, known: RootCheck): Uint8Array {
  const { key, version } = versionOf(rootSecret, known)
  return decryptAtRest(
    parseBase64url(key, 'deployment key'),
    ownerOf(version),
    deriveStorageKey(rootSecret, SERVER),
  )
}

export const newDeploymentKey = (): Uint8Array => platformRandom(ROOT_SECRET_LENGTH)

/** Encrypts the deployment key under a root secret; bound to the number of the root secret. */
export const sealDeploymentKey = (key: Uint8Array, rootSecret: Uint8Array, version: number): string =>
  toBase64url(encryptAtRest(key, ownerOf(version), deriveStorageKey(rootSecret, SERVER), platformRandom))

const ownerOf = (version: number) => ({ organizationId: SERVER, keyId: `deployment key ${version}` })

/** Deterministic, hex. */
export const checkOf = (rootSecret: Uint8Array): string =>
  toHex(hmacSha256(rootSecret, toUtf8('keywright root check v1')))

/**
 * Reads a key file: 64 hexadecimal digits and nothing else.
 * @throws ServerError `ROOT_SECRET_MALFORMED`, `ROOT_SECRET_PUBLIC`
 */
export function readKeyFile(file: string): Uint8Array {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw unreadable('key file', file, 'ROOT_SECRET_MALFORMED', error)
  }
  return parseRootSecret(
    text,
    'key file',
    'The file must contain 64 hexadecimal digits, as written by `keywright init`.',
  )
}

/** @throws ServerError `ROOT_SECRET_MALFORMED`, `ROOT_SECRET_PUBLIC` */
export function parseRootSecret(text: string, source: string, hint: string): Uint8Array {
  if (!/^[0-9a-f]{64}$/i.test(text.trim())) {
    throw new ServerError('ROOT_SECRET_MALFORMED', `the ${source} does not contain a root secret`, hint)
  }
  const secret = parseHex(text.trim(), 'root secret')
  assertNotPublic(secret)
  return secret
}

const COMMON_SEEDS = 100
/** The root secret of `dev --examples`. */
const EXAMPLES_ROOT = '634642fa7c4c802518ba93a1506f0475cc99c3b46e27c256d0696727c965acf7'

/** @throws ServerError `ROOT_SECRET_PUBLIC` for repeated bytes and for the root secrets of seeded development servers */
export function assertNotPublic(secret: Uint8Array): void {
  const isRepeated = new Set(secret).size < 8
  const isSeeded = () =>
    Array.from({ length: COMMON_SEEDS }, (_, seed) => seed).some(
      (seed) => toHex(seededRandom(`keywright development ${seed} secrets`)(32)) === toHex(secret),
    )
  if (!isRepeated && toHex(secret) !== EXAMPLES_ROOT && !isSeeded()) return
  const hint = 'Create a new root secret with `keywright init`.'
  throw new ServerError('ROOT_SECRET_PUBLIC', 'this root secret is publicly known', hint)
}
