/**
 * Activities without the tokens and codes that were posted or answered with them. As stored, journaled, announced and
 * shown, an activity has `WITHHELD` in their place; what was there is encrypted beside, for what executes the activity
 * later and for its submitter, who knows it anyway.
 */
import { type ActivityType, hasSecrets, type Schema, versionOf, withoutSecrets } from '@keywright/contract'
import { parseUtf8, toUtf8 } from '@keywright/keys'
import type { WholeOf } from '../context.ts'
import type { ActivityRow, VoteRow } from '../store/tables.ts'
import type { Vault } from '../vault.ts'

/** What `sealed` of a row holds. */
interface Whole {
  readonly parameters: ActivityRow['parameters']
  readonly result: ActivityRow['result']
  /** By vote. */
  readonly messages: Readonly<Record<string, string>>
}

/** Whether nobody but the submitter may see results of the type: they open something by themselves. */
export function hasSecretResult({ type }: Pick<ActivityRow, 'type'>): boolean {
  return hasSecrets(schemasOf(type).result)
}

/** The activity as it may be stored. */
export function withSecretsSealed(activity: ActivityRow, organizationId: string, vault: Vault): ActivityRow {
  const { intent, result } = schemasOf(activity.type)
  if (!hasSecrets(intent) && !hasSecrets(result)) return activity
  const whole: Whole = {
    parameters: activity.parameters,
    result: activity.result,
    messages: Object.fromEntries(activity.votes.map(({ id, message }) => [id, message])),
  }
  return {
    ...activity,
    parameters: withoutSecrets(intent, activity.parameters),
    result: withoutSecrets(result, activity.result),
    votes: hasSecrets(intent)
      ? activity.votes.map((vote) => withoutSecretBody(vote, activity))
      : activity.votes,
    sealed: vault.seal(organizationId, activity.id, toUtf8(JSON.stringify(whole))),
  }
}

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
  const { parameters, result, messages } = vault.open(
    organizationId,
    activity.id,
    sealed,
    (text) => JSON.parse(parseUtf8(text, 'sealed activity')) as Whole,
  )
  const votes = activity.votes.map((vote) => ({ ...vote, message: messages[vote.id]! }))
  return { ...activity, parameters, result, votes }
}

/**
 * A vote by the body of the activity itself carries the secret too. What is left of that body says what was asked for;
 * its bytes, and with them the proof that the fingerprint and the signature give, are the submitter's to show. The time
 * is left out, because who knows all of a body but six digits finds them by the fingerprint.
 */
function withoutSecretBody(vote: VoteRow, { type }: ActivityRow): VoteRow {
  const body = JSON.parse(vote.message) as Readonly<Record<string, unknown>>
  if (body['type'] !== type) return vote
  const { organizationId, parameters } = body
  const shown = { type, organizationId, parameters: withoutSecrets(schemasOf(type).intent, parameters) }
  return { ...vote, message: JSON.stringify(shown) }
}

function schemasOf(type: string): { intent: Schema; result: Schema } {
  return versionOf(type as ActivityType) as unknown as { intent: Schema; result: Schema }
}
