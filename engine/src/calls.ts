/** Which handler serves which call. The compiler names a call without one. */
import { findCallOfType, type QueryName, type SubmitName } from '@keywright/contract'
import * as activities from './activity/queries.ts'
import type { QueryHandler, SubmitHandler } from './handler.ts'
import * as signing from './resources/signing.ts'
import * as wallets from './resources/wallets.ts'
import * as whoami from './resources/whoami.ts'

type More = typeof import('./moreCalls.ts')

/** Votes are not handlers: they advance the activity that they name. */
type HandledSubmit = Exclude<SubmitName, 'approve_activity' | 'reject_activity'>

const submits = {
  ...signing.submits,
  ...wallets.submits,
}

const queries = {
  ...activities.queries,
  ...wallets.queries,
  ...whoami.queries,
}

type Submits = typeof submits & More['submits']
type Queries = typeof queries & More['queries']

/** What is known so far. */
const known: { submits: Partial<Submits>; queries: Partial<Queries> } = { submits, queries }

/** Gets the handler of a call, and for a vote all of them: the activity may be of any type. */
export async function loadHandlers(name: QueryName | SubmitName): Promise<void> {
  if (name in known.submits || name in known.queries) return
  const more = await import('./moreCalls.ts')
  const all: { submits: Submits; queries: Queries } = {
    submits: { ...submits, ...more.submits },
    queries: { ...queries, ...more.queries },
  }
  Object.assign(known, all satisfies Handlers)
}

/** All of them: here the compiler names a call without one. */
interface Handlers {
  readonly submits: Record<HandledSubmit, SubmitHandler>
  readonly queries: Record<QueryName, QueryHandler>
}

/** The handler of an activity type, of any version, after `loadHandlers`; votes have none. */
export function submitHandler(type: string): SubmitHandler {
  const { name } = findCallOfType(type)!
  return (known.submits as Record<SubmitName, SubmitHandler>)[name]
}

/** The handler of a query, after `loadHandlers`. */
export function queryHandler(name: QueryName): QueryHandler {
  return (known.queries as Record<QueryName, QueryHandler>)[name]
}
