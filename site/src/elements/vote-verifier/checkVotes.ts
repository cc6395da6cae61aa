/** Checks the votes of an activity with the record alone: nothing is asked of the engine. */
import type { Activity, Vote } from '@keywright/client'
import { WITHHELD } from '@keywright/contract'
import {
  fingerprintOf,
  fromCoseKey,
  isStampScheme,
  parseBase64url,
  toHex,
  toUtf8,
  verifyStamp,
} from '@keywright/keys'
import { inspectStamp } from '../stamp-inspector/inspectStamp.ts'

export interface VoteCheck {
  readonly title: string
  readonly holds: boolean
  readonly found: string
}

export interface CheckedVote {
  readonly voter: string
  readonly selection: string
  readonly checks: readonly VoteCheck[]
}

/** @throws Error when the text is no activity with votes */
export function readActivity(text: string): Activity {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Error('The record is not JSON.')
  }
  const activity = Object(value).activity ?? value
  const { fingerprint, votes } = Object(activity)
  if (typeof fingerprint !== 'string') throw new Error('The record has no `fingerprint`: it is no activity.')
  if (!Array.isArray(votes) || votes.length === 0) throw new Error('The record has no `votes`.')
  for (const [n, vote] of votes.entries()) {
    const isWhole = ['message', 'publicKey', 'signature', 'scheme'].every(
      (name) => typeof Object(vote)[name] === 'string',
    )
    if (!isWhole) throw new Error(`Vote ${n + 1} lacks message, publicKey, signature or scheme.`)
  }
  return activity as Activity
}

export const checkVotes = ({ fingerprint, votes }: Activity): Promise<CheckedVote[]> =>
  Promise.all(
    votes.map(async (vote, n) => ({
      voter: vote.user?.userName ?? 'nobody',
      selection: `${vote.selection ?? ''}`.replace('VOTE_SELECTION_', '').toLowerCase(),
      checks: [await signatureOf(vote), keyOf(vote), subjectOf(vote, n, fingerprint)],
    })),
  )

async function signatureOf(vote: Vote): Promise<VoteCheck> {
  const title = 'The signature is of this message, by this key.'
  const { message, publicKey, scheme, signature } = vote
  if (scheme === 'WEBAUTHN') {
    const { steps } = await inspectStamp({
      body: message,
      header: signature,
      passkeyPublicKey: toP256(publicKey),
    })
    const failed = steps.find(({ state }) => state !== 'passed')
    return {
      title,
      holds: failed === undefined,
      found: failed ? `${failed.title} ${failed.found}` : 'signed by a passkey',
    }
  }
  const holds =
    isStampScheme(scheme) && (await verifyStamp({ publicKey, scheme, signature }, toUtf8(message)))
  const why = message.includes(WITHHELD)
    ? 'a secret in the message is withheld, and only the submitter sees it whole'
    : 'it does not verify'
  return { title, holds, found: holds ? scheme : `${scheme}: ${why}` }
}

function toP256(coseKey: string): string {
  try {
    return toHex(fromCoseKey(parseBase64url(coseKey, 'public key')))
  } catch {
    return ''
  }
}

function keyOf({ publicKey, user }: Vote): VoteCheck {
  const keys = [...(user?.apiKeys ?? []), ...(user?.authenticators ?? [])]
  const key = keys.find(({ credential }) => credential.publicKey === publicKey)
  const name = key && ('apiKeyName' in key ? key.apiKeyName : key.authenticatorName)
  return {
    title: 'The key was one of the voter’s.',
    holds: key !== undefined,
    found: key ? `“${name}” of ${user.userName}` : 'no credential of the user has this key',
  }
}

/** The first vote is the request itself, and so is one by the same bytes; the others name it. */
function subjectOf({ message }: Vote, n: number, fingerprint: string): VoteCheck {
  const own = fingerprintOf(toUtf8(message))
  const named = n === 0 || own === fingerprint ? own : namedIn(message)
  const holds = named === fingerprint
  return {
    title: n === 0 ? 'The message is the request, by its fingerprint.' : 'The message is about this request.',
    holds,
    found: holds ? fingerprint : `it is about ${named ?? 'no request'}`,
  }
}

function namedIn(message: string): string | undefined {
  try {
    const named = Object(JSON.parse(message)).parameters?.fingerprint
    return typeof named === 'string' ? named : undefined
  } catch {
    return undefined
  }
}

/** The record, as somebody with access to the database might leave it. */
export const SPOILS: readonly (readonly [label: string, spoil: (activity: Activity) => Activity])[] = [
  [
    'Edit the request',
    (activity) =>
      withVote(activity, 0, ({ message }) => ({ message: message.replace('Treasury', 'Plundered') })),
  ],
  ['Move the votes elsewhere', (activity) => ({ ...activity, fingerprint: `sha256:${'0'.repeat(64)}` })],
  [
    'Give the vote to another',
    ({ votes, ...activity }) => ({
      ...activity,
      votes: votes.map((vote, n) => ({ ...vote, user: votes[votes.length - 1 - n]!.user })),
    }),
  ],
  [
    'Swap a signature',
    (activity) =>
      withVote(activity, activity.votes.length - 1, () => ({ signature: activity.votes[0]!.signature })),
  ],
]

const withVote = (activity: Activity, at: number, change: (vote: Vote) => Partial<Vote>): Activity => ({
  ...activity,
  votes: activity.votes.map((vote, n) => (n === at ? { ...vote, ...change(vote) } : vote)),
})
