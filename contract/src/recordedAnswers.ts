/**
 * The recorded responses of submits in the API description. Each differs little from the response that the description
 * has as the example of all of them, so an operation only has the changes (`x-answer`). The users in votes are shared
 * examples, by their id.
 */

/** A response as JSON; that of a submit has the activity. */
export type Answer = Readonly<Record<string, unknown>>

/** Changed members by name or index, and `{ '=': value }` instead of a value with other members. */
type Changes = unknown

export interface RecordedAnswer {
  readonly id: string
  readonly changes?: Changes
}

interface Content {
  readonly example: Answer
}
interface Response {
  readonly content: { readonly 'application/json': Content }
}

/** What `answerOf` reads of an operation. */
export interface AnsweredOperation {
  readonly requestBody: Response
  readonly responses: { readonly 200: Response | { readonly $ref: string } }
  readonly 'x-call': { readonly versions?: readonly { readonly type: string; readonly intent: string }[] }
  readonly 'x-answer'?: RecordedAnswer
}

/** What `answerOf` reads of the description. */
export interface AnswersDescription {
  readonly components: {
    readonly responses: { readonly SubmittedActivity: Response }
    readonly examples: Voters
  }
}

export type Voters = Readonly<Record<string, { readonly value: unknown }>>

interface Vote {
  readonly userId: string
  readonly user: unknown
}

/** The recorded response of an operation. */
export function answerOf(operation: AnsweredOperation, { components }: AnswersDescription): Answer {
  const response = operation.responses[200]
  if ('content' in response) return response.content['application/json'].example
  const { example } = components.responses.SubmittedActivity.content['application/json']
  const request = operation.requestBody.content['application/json'].example
  const { intent } = operation['x-call'].versions!.find(({ type }) => type === request['type'])!
  const { id, changes } = operation['x-answer']!
  const intentKey = intent.charAt(0).toLowerCase() + intent.slice(1)
  const activity = changed(likely(example, request, intentKey, id), changes)
  return withVotes({ activity }, (vote) => ({
    ...vote,
    user: components.examples[vote.userId]?.value ?? vote.user,
  }))
}

/** How a recorded response differs from the likely one. */
export function recordedAnswer(
  example: Answer,
  request: Answer,
  intentKey: string,
  answer: Answer,
): RecordedAnswer {
  const { id } = answer['activity'] as { id: string }
  const changes = changesOf(likely(example, request, intentKey, id), withoutVoters(answer).activity)
  return changes === undefined ? { id } : { id, changes }
}

function likely(example: Answer, request: Answer, intentKey: string, id: string): object {
  const { type, organizationId, parameters } = request
  const { activity } = withVotes(withoutVoters(example), (vote) => ({
    ...vote,
    activityId: id,
    message: JSON.stringify(request),
  }))
  const intent = { [intentKey]: parameters }
  return { ...activity, id, organizationId, type, intent, result: {} }
}

function withVotes(answer: Answer, of: (vote: Vote) => Vote) {
  const activity = answer['activity'] as { readonly votes: readonly Vote[] }
  return { activity: { ...activity, votes: activity.votes.map(of) } }
}

const withoutVoters = (answer: Answer) => withVotes(answer, (vote) => ({ ...vote, user: null }))

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

function changesOf(from: unknown, to: unknown): Changes {
  if (!isObject(from) || !isObject(to)) return from === to ? undefined : isObject(to) ? { '=': to } : to
  const names = Object.keys(to)
  // A list may also be longer.
  const known = Array.isArray(from) && Array.isArray(to) ? names.slice(0, from.length) : names
  if (Array.isArray(from) !== Array.isArray(to) || Object.keys(from).join() !== known.join())
    return { '=': to }
  const changes = names.flatMap((name) => {
    const change = changesOf(from[name], to[name])
    return change === undefined ? [] : [[name, change] as const]
  })
  return changes.length === 0 ? undefined : Object.fromEntries(changes)
}

function changed(from: unknown, changes: Changes): unknown {
  if (!isObject(changes)) return changes === undefined ? from : changes
  if ('=' in changes) return changes['=']
  const copy: Record<string, unknown> = Array.isArray(from) ? ([...from] as never) : { ...(from as object) }
  for (const [name, change] of Object.entries(changes)) copy[name] = changed(copy[name], change)
  return copy
}
