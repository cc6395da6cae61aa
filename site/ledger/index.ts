/** The fidelity ledger: every served call and version, and the public clients that proved it. */
import { type Call, type CallName, callList } from '@keywright/contract'
import conformance from './conformance.json' with { type: 'json' }
import httpNew from './http-new.json' with { type: 'json' }
import httpOld from './http-old.json' with { type: 'json' }
import packages from './packages.json' with { type: 'json' }
import type { Scores } from './scores.ts'
import sdkServerNew from './sdk-server-new.json' with { type: 'json' }
import sdkServerOld from './sdk-server-old.json' with { type: 'json' }
import { signersProven } from './signers.ts'

export type { Score } from './scores.ts'

export interface ProvenClient {
  readonly name: string
  readonly version: string
  /** Versions that the server accepted from it, by call. Queries have the single version `query`. */
  readonly accepted: Readonly<Partial<Record<CallName, readonly string[]>>>
  /** Calls that the contract lacks. */
  readonly unserved: readonly string[]
}

/** Clients that have a method for each call, oldest first. */
export const provenClients: readonly ProvenClient[] = [sdkServerOld, sdkServerNew, httpOld, httpNew]

export interface LedgerVersion {
  /** Activity type, or `query`. */
  readonly type: string
  /** Version number, or null for a query. */
  readonly version: number | null
  /** Clients whose requests of this version were accepted. */
  readonly provenBy: readonly ProvenClient[]
  /** Signers, as `<name> <version>`, that send it. */
  readonly sentBy: readonly string[]
}

export interface LedgerCall {
  readonly call: Call
  readonly versions: readonly LedgerVersion[]
}

/** Every served version, in the contract's order. */
export const ledger: readonly LedgerCall[] = callList.map((call) => ({
  call,
  versions:
    call.kind === 'query'
      ? [{ ...proofOf(call.name, 'query'), version: null }]
      : call.versions.map(({ type, version }) => ({ ...proofOf(call.name, type), version })),
}))

function proofOf(call: CallName, type: string) {
  const signers = signersProven.filter(({ answer, apiCall, activityType }) => {
    return answer === 'accepted' && apiCall === call && (activityType ?? 'query') === type
  })
  return {
    type,
    provenBy: provenClients.filter(({ accepted }) => accepted[call]?.includes(type)),
    sentBy: [...new Set(signers.map(({ client, version }) => `${packages[client].name} ${version}`))],
  }
}

/** Helper packages of the clients, with their recorded behavior. */
export const helpers = [
  {
    packages: [packages['api-key-stamper-old'], packages['api-key-stamper-new']],
    proves: 'stamp every request of a user who has an API key',
  },
  {
    packages: [packages['webauthn-stamper-old'], packages['webauthn-stamper-new']],
    proves:
      'stamp every request of a user who has a passkey; the browser’s prompt is played by a software authenticator',
  },
  {
    packages: [packages['crypto-old'], packages['crypto-new']],
    proves:
      'open credential bundles and export bundles, seal import bundles, verify votes; today’s also seals one-time codes and verifies session tokens, verification tokens and webhooks',
  },
] as const

/** Requests of the chain libraries' signers, with their published names. */
export const provenSigners = signersProven.map(({ client, version, ...rest }) => ({
  title: `${packages[client].name} ${version}`,
  ...rest,
}))

/** Scores of `keywright conformance` per client, ours first. */
export const { clients: conformanceScores, checks: conformanceChecks }: Scores = conformance as Scores
