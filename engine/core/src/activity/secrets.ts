/**
 * Removes tokens and codes from activities. In the store, the journal, webhooks and later views, an activity has
 * `WITHHELD` in their place. The posted originals are encrypted next to it, so that it can be executed after its
 * votes.
 */
import {
  type ActivityType,
  hasSecrets,
  type Schema,
  versionOf,
  WITHHELD,
  withoutSecrets,
} from '@keywright/contract'
import { parseUtf8, toUtf8 } from '@keywright/keys'
import type { Unseal } from '../context.ts'
import type { ActivityRow, StoredActivityRow, VoteRow } from '../store/tables.ts'
import type { Vault } from '../vault.ts'
import { isFinal } from './status.ts'

/** The contents of a row's `sealed`. */
interface Whole {
  readonly parameters: ActivityRow['parameters']
  readonly result: ActivityRow['result']
  readonly fingerprint: string
  /** By vote id. */
  readonly messages: Readonly<Record<string, string>>
  /** By vote id. */
  readonly signatures: Readonly<Record<string, string>>
}

/**
 * The fingerprint that is stored and shown. The plain fingerprint of a body with a six-digit code would reveal the
 * code by brute force. A keyed one still identifies the activity, and only the engine can compute it. The submitter
 * gets the plain fingerprint, as the protocol specifies.
 */
export function storedFingerprint(
  type: string,
  fingerprint: string,
  organizationId: string,
  vault: Vault,
): string {
  return isKnown(type) && hasSecrets(schemasOf(type).intent)
    ? keyedFingerprint(fingerprint, organizationId, vault)
    : fingerprint
}

/** Replaces the fingerprint of a body that contains a secret. */
export function keyedFingerprint(fingerprint: string, organizationId: string, vault: Vault): string {
  return `sha256:${vault.mark(organizationId, toUtf8(`fingerprint ${fingerprint}`))}`
}

/** The activity as it may be stored. */
export function withSecretsSealed(activity: ActivityRow, organizationId: string, vault: Vault): ActivityRow {
  const { intent, result } = schemasOf(activity.type)
  if (!hasSecrets(intent) && !hasSecrets(result)) return activity
  const whole: Whole = {
    parameters: activity.parameters,
    result: activity.result,
    fingerprint: activity.fingerprint,
    messages: Object.fromEntries(activity.votes.map(({ id, message }) => [id, message])),
    signatures: Object.fromEntries(activity.votes.map(({ id, signature }) => [id, signature])),
  }
  const fingerprint = storedFingerprint(activity.type, activity.fingerprint, organizationId, vault)
  return {
    ...activity,
    parameters: withoutSecrets(intent, activity.parameters),
    result: withoutSecrets(result, activity.result),
    fingerprint,
    votes: hasSecrets(intent)
      ? activity.votes.map((vote) => withoutSecretBody(vote, activity, fingerprint))
      : activity.votes,
    // A final activity is never executed again.
    ...(isFinal(activity)
      ? {}
      : { sealed: vault.seal(organizationId, activity.id, toUtf8(JSON.stringify(whole))) }),
  }
}

/** The activity without the bodies of its votes; fingerprint and signatures remain. */
export const withoutBodies = (activity: ActivityRow): ActivityRow => ({
  ...activity,
  votes: activity.votes.map((vote) => ({ ...vote, message: WITHHELD })),
})

/** Opens what `withSecretsSealed` sealed; gives no other access to the vault. */
export const unsealing =
  (organizationId: string, vault: Vault): Unseal =>
  (stored) =>
    withSecrets(stored, organizationId, vault)

function withSecrets<A extends ActivityRow | StoredActivityRow>(
  stored: A,
  organizationId: string,
  vault: Vault,
): A {
  const { sealed, ...activity } = stored
  if (sealed === undefined) return stored
  const { messages, signatures, ...whole } = vault.open(
    organizationId,
    activity.id,
    sealed,
    (text) => JSON.parse(parseUtf8(text, 'sealed activity')) as Whole,
  )
  const votes = activity.votes.map((vote) => ({
    ...vote,
    message: messages[vote.id]!,
    signature: signatures[vote.id]!,
  }))
  return { ...activity, ...whole, votes } as StoredActivityRow as A
}

/**
 * A vote whose body is that of the activity contains the secret too. The rest of the body shows what was requested,
 * but neither its exact bytes nor the signature may be shown: a reader who knows everything except six digits could find
 * these by testing guesses against the fingerprint or signature.
 */
function withoutSecretBody(vote: VoteRow, { type, fingerprint }: ActivityRow, stored: string): VoteRow {
  const body = JSON.parse(vote.message) as Readonly<Record<string, unknown>>
  const { organizationId, parameters } = body
  if (body['type'] !== type) {
    if ((parameters as { fingerprint?: unknown }).fingerprint !== fingerprint) return vote
    // The submitter may have passed it on, but it must not be published.
    const shown = { ...body, parameters: { fingerprint: stored } }
    return { ...vote, message: JSON.stringify(shown), signature: WITHHELD }
  }
  const shown = { type, organizationId, parameters: withoutSecrets(schemasOf(type).intent, parameters) }
  return { ...vote, message: JSON.stringify(shown), signature: WITHHELD }
}

const isKnown = (type: string): type is ActivityType => versionOf(type as ActivityType) !== undefined

function schemasOf(type: string): { intent: Schema; result: Schema } {
  return versionOf(type as ActivityType) as unknown as { intent: Schema; result: Schema }
}
