/** Runs a query: authenticates, then answers from a transaction that is never committed. */
import { parseQuery, type QueryCall, readBinding } from '@keywright/contract'
import { assertBound } from './activity/binding.ts'
import { unsealing } from './activity/secrets.ts'
import { type Admit, admitOnce } from './admit.ts'
import { authenticate } from './authenticate/authenticate.ts'
import { type Once, rememberOnce } from './authenticate/once.ts'
import { assertInScope } from './authenticate/scope.ts'
import { openBudget } from './budget.ts'
import { loadQueryHandler, loadSubmitHandlers } from './handlers.ts'
import { openFetchJson } from './http/fetchJson.ts'
import { type EngineParts, type Incoming, openContext, pauseOf } from './parts.ts'
import { prove } from './prove.ts'
import { failIfCurrent, retryOnConflict } from './retry.ts'
import type { OrganizationRow } from './store/tables.ts'
import type { Transaction } from './store/transaction.ts'

interface Query {
  readonly incoming: Incoming<QueryCall>
  readonly engine: EngineParts
  readonly once: Once
  readonly admit: Admit
}

/** @throws ApiError */
export function runQuery(incoming: Incoming<QueryCall>, engine: EngineParts): Promise<object> {
  const query = { incoming, engine, once: rememberOnce(), admit: admitOnce(engine.ports) }
  return retryOnConflict(engine, (transaction) =>
    failIfCurrent(transaction, () => answerQuery(transaction, query)),
  )
}

async function answerQuery(
  transaction: Transaction,
  { incoming, engine, once, admit }: Query,
): Promise<object> {
  const { call, body } = incoming
  const now = engine.ports.clock()
  const { target, caller } = await authenticate(incoming, { transaction, vault: engine.vault, now, once })
  const filters = parseQuery(call, body.json)
  const binding = readBinding(call, body.json)
  const callerTime = engine.ports.settings?.callerClock?.()
  await admit(caller, () => assertBound(binding, { target, caller, now, callerTime }))
  assertInScope(caller, call)
  const context = {
    ...(await openContext(engine, transaction, target, now)),
    budget: openBudget(pauseOf(engine)),
    ...reachOfQueries(engine, target),
  }
  const run = await loadQueryHandler(call.name)
  const answer = await run(context, filters, caller)
  await prove(engine, { target, caller })
  return answer
}

/** What queries can use in addition to rows. */
export const reachOfQueries = ({ ports, vault }: EngineParts, { organizationId }: OrganizationRow) => ({
  fetchJson: openFetchJson(ports.fetch),
  loadSubmitHandlers,
  unseal: unsealing(organizationId, vault),
})
