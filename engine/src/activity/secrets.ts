/**
 * Activities without the tokens and codes that were posted or returned with them. As stored, journaled, announced and
 * shown later, an activity has `WITHHELD` in their place. What was posted is encrypted next to it, for executing the
 * activity after its votes.
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
import type { WholeOf } from '../context.ts'
import type { ActivityRow, VoteRow } from '../store/tables.ts'
import type { Vault } from '../vault.ts'
import { isFinal } from './status.ts'

/** What `sealed` of a row holds. */
interface Whole {
  readonly parameters: ActivityRow['parameters']
  readonly result: ActivityRow['result']
  /** Earlier versions did not hide this one. */
  readonly fingerprint?: string
  /** By vote. */
  readonly messages: Readonly<Record<string, string>>
  /** By vote. Earlier versions did not hide them. */
  readonly signatures?: Readonly<Record<string, string>>
}

/**
 * A fingerprint as it is stored and shown. That of a body with a code of six digits would tell the code to whoever tries
 * all of them; keyed, it still names the activity, and nobody can work it out. Its submitter has the one of the protocol.
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

/** What stands in place of a fingerprint of bytes that hold a secret. */
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
    // Nothing is executed any more with what a final activity was posted with.
    ...(isFinal(activity)
      ? {}
      : { sealed: vault.seal(organizationId, activity.id, toUtf8(JSON.stringify(whole))) }),
  }
}

/** The activity without the bodies of its votes: the fingerprint stays, and the signature that covers it. */
export const withoutBodies = (activity: ActivityRow): ActivityRow => ({
  ...activity,
  votes: activity.votes.map((vote) => ({ ...vote, message: WITHHELD })),
})

/** Opens what `withSecretsSealed` sealed, and nothing else of the vault. */
export const wholeActivities =
  (organizationId: string, vault: Vault): WholeOf =>
  (stored) =>
    withSecrets(stored, organizationId, vault)

function withSecrets(
  { sealed, ...activity }: ActivityRow,
  organizationId: string,
  vault: Vault,
): ActivityRow {
  if (sealed === undefined) return activity
  const {
    messages,
    signatures = {},
    ...whole
  } = vault.open(
    organizationId,
    activity.id,
    sealed,
    (text) => JSON.parse(parseUtf8(text, 'sealed activity')) as Whole,
  )
  const votes = activity.votes.map((vote) => ({
    ...vote,
    message: messages[vote.id]!,
    signature: signatures[vote.id] ?? vote.signature,
  }))
  return { ...activity, ...whole, votes }
}

/**
 * A vote by the body of the activity itself carries the secret too. What is left of that body says what was asked for;
 * its bytes, and the signature of them, are the submitter's to show: who knows all of a body but six digits finds them
 * by whatever holds for the right ones alone.
 */
function withoutSecretBody(vote: VoteRow, { type, fingerprint }: ActivityRow, stored: string): VoteRow {
  const body = JSON.parse(vote.message) as Readonly<Record<string, unknown>>
  const { organizationId, parameters } = body
  if (body['type'] !== type) {
    if ((parameters as { fingerprint?: unknown }).fingerprint !== fingerprint) return vote
    // Told by the submitter, it is not for everybody.
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
