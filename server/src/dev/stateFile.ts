/** The development server's own secrets and credentials: `development.json` in the state folder, mode 0600. */
import {
  accessSync,
  closeSync,
  constants,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { generateApiKeyPair, parseHex, platformRandom, toHex } from '@keywright/keys'
import { seededRandom } from '../seededRandom.ts'
import { ServerError } from '../serverError.ts'
import { REQUEST_FILE } from './requestFile.ts'

export interface DevState {
  readonly warning: string
  /** null: keys and ids are random. */
  readonly seed: number | null
  /** How often the state was opened: each time has its own randomness, so that no id comes twice. */
  readonly starts: number
  /** Hex. */
  readonly rootSecret: string
  readonly apiKey: { readonly publicKey: string; readonly privateKey: string }
  /** Absent until the first organization is made. */
  readonly organizationId?: string
}

const FILE = 'development.json'
export const DATABASE_FILE = 'keywright.db'
const WARNING = 'Secrets of a development server. Never use them for anything of value.'

/**
 * The state of the folder, new when there is none, counted as opened once more.
 * @throws ServerError `STATE_MALFORMED`, `SEED_MISMATCH`
 */
export function openDevState(folder: string, { seed, fresh }: { seed?: number; fresh: boolean }): DevState {
  makeFolder(folder)
  if (fresh) forget(folder)
  const known = readState(folder)
  if (known && seed !== undefined && known.seed !== seed) {
    throw new ServerError(
      'SEED_MISMATCH',
      `the state in ${folder} was made with ${known.seed === null ? 'no seed' : `seed ${known.seed}`}`,
      'Start with --fresh to begin anew, or with another --state folder.',
    )
  }
  const state = known ? { ...known, starts: known.starts + 1 } : newState(seed)
  writeState(folder, state)
  return state
}

/** @throws ServerError `STATE_MALFORMED` when it cannot be written to */
function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.W_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const reason =
      code === 'EEXIST' || code === 'ENOTDIR' ? 'a file is in its way' : (code ?? 'no reason given')
    const hint = 'Name a folder that this user may write to with --state.'
    throw new ServerError('STATE_MALFORMED', `${folder} cannot hold the state: ${reason}`, hint, error)
  }
}

/** Replaces the file at once: a crash leaves the old one or the new one. */
export function writeState(folder: string, state: DevState): void {
  const draft = join(folder, `${FILE}.${process.pid}.draft`)
  const file = openSync(draft, 'w', 0o600)
  writeSync(file, `${JSON.stringify(state, null, 2)}\n`)
  fsyncSync(file)
  closeSync(file)
  renameSync(draft, join(folder, FILE))
}

/** The engine's randomness for this opening of the state. */
export function randomOf({ seed, starts }: DevState): (length: number) => Uint8Array {
  return seed === null ? platformRandom : seededRandom(`keywright development ${seed} start ${starts}`)
}

/** @throws ServerError `STATE_MALFORMED` */
export function rootSecretOf({ rootSecret }: DevState): Uint8Array {
  return parseHex(rootSecret, 'root secret')
}

function newState(seed: number | undefined): DevState {
  const random = seed === undefined ? platformRandom : seededRandom(`keywright development ${seed} secrets`)
  const rootSecret = toHex(random(32))
  const { publicKey, privateKey } = generateApiKeyPair(random)
  return { warning: WARNING, seed: seed ?? null, starts: 1, rootSecret, apiKey: { publicKey, privateKey } }
}

function readState(folder: string): DevState | undefined {
  let text: string
  try {
    text = readFileSync(join(folder, FILE), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  try {
    return parseDevState(JSON.parse(text))
  } catch (error) {
    const hint = 'Start with --fresh to begin anew; what the state holds is lost then.'
    throw new ServerError('STATE_MALFORMED', `${join(folder, FILE)} cannot be read`, hint, error)
  }
}

/** @throws Error when a member is missing or not what it should be */
export function parseDevState(value: unknown): DevState {
  const state = value as DevState
  const isHex = (text: unknown, digits: number) =>
    typeof text === 'string' && text.length === digits && /^[0-9a-f]*$/.test(text)
  const isSound =
    typeof state === 'object' &&
    state !== null &&
    (state.seed === null || Number.isSafeInteger(state.seed)) &&
    Number.isSafeInteger(state.starts) &&
    isHex(state.rootSecret, 64) &&
    isHex(state.apiKey?.privateKey, 64) &&
    isHex(state.apiKey?.publicKey, 66) &&
    (state.organizationId === undefined || typeof state.organizationId === 'string')
  if (!isSound) throw new Error('the state of a development server is not complete')
  return state
}

/** Snapshots are kept: they were made to be come back to. */
function forget(folder: string): void {
  for (const name of [FILE, DATABASE_FILE, `${DATABASE_FILE}-wal`, `${DATABASE_FILE}-shm`, REQUEST_FILE]) {
    rmSync(join(folder, name), { force: true })
  }
}
