/** The secrets and credentials of a development host, stored unprotected. Never use them for anything of value. */

import { HostError, seededRandom } from '@keywright/host'
import { generateApiKeyPair, parseHex, platformRandom, toHex } from '@keywright/keys'
import type { ValueHome } from './ports.ts'

export interface DevState {
  readonly warning: string
  /** null: keys and IDs are random. */
  readonly seed: number | null
  /** Number of times the state was opened. Each time uses different randomness, so that IDs never repeat. */
  readonly starts: number
  /** Hex. */
  readonly rootSecret: string
  readonly apiKey: { readonly publicKey: string; readonly privateKey: string }
  /** Absent until the first organization is created. */
  readonly organizationId?: string
}

const WARNING = 'Secrets of a development server. Never use them for anything of value.'

/**
 * Opens the stored state or creates a new one, and counts the opening.
 * @throws HostError `STATE_MALFORMED`, `SEED_MISMATCH`
 */
export async function openDevState(home: ValueHome, seed?: number): Promise<DevState> {
  const known = await readState(home)
  if (known && seed !== undefined && known.seed !== seed) {
    throw new HostError(
      'SEED_MISMATCH',
      `the state in ${home.place} was created with ${known.seed === null ? 'no seed' : `seed ${known.seed}`}`,
      'Start with --fresh for an empty state, or choose another folder with --state.',
    )
  }
  const state = known ? { ...known, starts: known.starts + 1 } : newState(seed)
  await home.write(state)
  return state
}

/** The engine's randomness for this opening of the state. */
export function randomOf({ seed, starts }: DevState): (length: number) => Uint8Array {
  return seed === null ? platformRandom : seededRandom(`keywright development ${seed} start ${starts}`)
}

/** 32 bytes. */
export function rootSecretOf({ rootSecret }: DevState): Uint8Array {
  return parseHex(rootSecret, 'root secret')
}

function newState(seed: number | undefined): DevState {
  const random = seed === undefined ? platformRandom : seededRandom(`keywright development ${seed} secrets`)
  const rootSecret = toHex(random(32))
  const { publicKey, privateKey } = generateApiKeyPair(random)
  const apiKey = { publicKey, privateKey }
  return { warning: WARNING, seed: seed ?? null, starts: 1, rootSecret, apiKey }
}

async function readState(home: ValueHome): Promise<DevState | undefined> {
  const value = await home.read()
  if (value === undefined) return undefined
  try {
    return parseDevState(value)
  } catch (error) {
    const hint = 'Start with --fresh, which deletes the current state.'
    throw new HostError('STATE_MALFORMED', `${home.place} cannot be read`, hint, error)
  }
}

/** @throws Error if a field is missing or invalid */
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
  if (!isSound) throw new Error('the state of the development server is incomplete')
  return state
}
