/** What policies see of the objects that an activity names, read off the contract: no handler can forget one. */
import { findCallOfType, idsNamedBy, type SubmitCall } from '@keywright/contract'
import { type IdKind, idKindsOfActivity, kindOfActivity, type RequestFacts } from '@keywright/policy'
import type { Context } from '../context.ts'
import type { Checked, PolicyFacts } from '../handler.ts'
import type { ActivityRow, UserRow } from '../store/tables.ts'
import { toUserFacts } from './userFacts.ts'

type Ids = ReadonlyMap<IdKind, readonly string[]>
type Target = NonNullable<RequestFacts['target_user']>

/**
 * The facts that the handler states, with the ids of the intent and the users whom it is about. Of several objects of a
 * kind each is decided as if it came alone, and all of them together: what a policy says of one thing holds among others
 * too, and what it says of their number is not evaded.
 */
export async function namedFacts(
  context: Context,
  { type, parameters, decidedBy }: Pick<ActivityRow, 'type' | 'parameters' | 'decidedBy'>,
  { facts = [{}], users = [] }: Checked<unknown>,
): Promise<PolicyFacts[]> {
  const call = findCallOfType(type) as SubmitCall
  const { intent } = call.versions.find((version) => version.type === type)!
  const named = idsNamedBy(intent, parameters)
  const found = await findUsers(context, named.get('user') ?? [], users)
  const { quorum, organizationId } = context.organization
  const isRoot = (id: string) => organizationId === decidedBy && quorum.userIds.includes(id)
  const targetOf = (id: string): Target | undefined => {
    const user = found.get(id)
    return user && { ...toUserFacts(user), root: isRoot(id) }
  }
  const ids: Ids = new Map(named).set('user', [...new Set([...(named.get('user') ?? []), ...found.keys()])])
  const kinds = idKindsOfActivity(kindOfActivity(type))
  const stated = facts.length > 0 ? facts : [{}]
  return [...stated, ...together(stated, ids)].flatMap((set) => {
    const own = idsOfObjects(set)
    const all = new Map(kinds.map((kind) => [kind, own.get(kind) ?? ids.get(kind) ?? []] as const))
    const several = kinds.filter((kind) => !own.has(kind) && all.get(kind)!.length > 1)
    const alone = several.flatMap((kind) => all.get(kind)!.map((id) => new Map(all).set(kind, [id])))
    return [all, ...alone].map((chosen) => withIds(set, chosen, targetOf))
  })
}

/** Those whom the handler found, and those whom the intent names and who are there. */
async function findUsers(
  { rows }: Context,
  userIds: readonly string[],
  users: readonly UserRow[],
): Promise<ReadonlyMap<string, UserRow>> {
  const found = new Map(users.map((user) => [user.userId, user]))
  const others = userIds.filter((id) => !found.has(id))
  for (const user of await Promise.all(others.map((id) => rows.get('users', id)))) {
    if (user) found.set(user.userId, user)
  }
  return found
}

/** Of objects that are stated one by one: a set that says how many there are. */
function together(stated: readonly PolicyFacts[], ids: Ids): PolicyFacts[] {
  return (['wallet_account', 'private_key'] as const).flatMap((kind) => {
    const all = ids.get(kind) ?? []
    const first = stated.find((set) => idsOfObjects(set).has(kind))
    if (all.length < 2 || !first) return []
    return [{ ...first, params: { ...first.params, [`${kind}_ids`]: all } }]
  })
}

/** The ids of the objects that a set of facts has. */
function idsOfObjects({ wallet, wallets, private_key: key, params }: PolicyFacts): Ids {
  const ids = new Map<IdKind, readonly string[]>()
  if (wallet) {
    const others = (wallets ?? []).map(({ id }) => id).filter((id) => id !== wallet.id)
    ids.set('wallet', [wallet.id, ...others])
  }
  const account = params?.wallet_account_id
  if (account !== undefined) ids.set('wallet_account', params?.wallet_account_ids ?? [account])
  if (key) ids.set('private_key', params?.private_key_ids ?? [key.id])
  return ids
}

function withIds(set: PolicyFacts, ids: Ids, targetOf: (id: string) => Target | undefined): PolicyFacts {
  const params = Object.fromEntries(
    Array.from(ids).flatMap(([kind, all]) => [
      [`${kind}_id`, all[0] ?? ''],
      [`${kind}_ids`, all],
    ]),
  )
  const target = targetOf(ids.get('user')?.[0] ?? '')
  const hasParams = set.params !== undefined || ids.size > 0
  return {
    ...set,
    ...(hasParams && { params: { ...params, ...set.params } }),
    ...(target && { target_user: target }),
  }
}
