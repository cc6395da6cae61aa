/** Maps calls to handlers. The compiler reports a call without a handler. */
import {
  findCallOfType,
  type KeySubmitName,
  type QueryName,
  type SignInName,
  type SubmitName,
} from '@keywright/contract'
import * as activities from './activity/queries.ts'
import * as signing from './calls/signing.ts'
import * as wallets from './calls/wallets.ts'
import * as whoami from './calls/whoami.ts'
import type { HandlerOf, QueryHandler, SubmitHandler, SubmitHandlerStating } from './handler.ts'

type More = typeof import('./lazyHandlers.ts')

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

const loaded: { submits: Partial<Submits>; queries: Partial<Queries> } = { submits, queries }

async function loadAll(): Promise<void> {
  const more = await import('./lazyHandlers.ts')
  const all: { submits: Submits; queries: Queries } = {
    submits: { ...submits, ...more.submits },
    queries: { ...queries, ...more.queries },
  }
  Object.assign(loaded, all satisfies Handlers)
}

interface Handlers {
  readonly submits: {
    readonly [N in HandledSubmit]: SubmitHandlerStating<
      N extends SignInName ? 'users' : N extends KeySubmitName ? 'facts' : never
    >
  }
  readonly queries: Record<QueryName, QueryHandler>
}

export async function loadQueryHandler(name: QueryName): Promise<QueryHandler> {
  if (!(name in loaded.queries)) await loadAll()
  return (loaded.queries as Record<QueryName, QueryHandler>)[name]
}

/**
 * Loads the handlers that a submit of this call may need: for a vote all of them, because the activity may be of any
 * type.
 * @returns finds the handler of an activity type of any version
 */
export async function loadSubmitHandlers(name: SubmitName): Promise<HandlerOf> {
  if (!(name in loaded.submits)) await loadAll()
  return (type) => (loaded.submits as Record<SubmitName, SubmitHandler>)[findCallOfType(type)!.name]
}
