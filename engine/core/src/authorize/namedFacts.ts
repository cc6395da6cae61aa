/** Derives what policies see of an activity's objects from the contract, so that no handler can forget one. */
import { findCallOfType, idsNamedBy, type SubmitCall } from '@keywright/contract'
import { type IdKind, idKindsOfActivity, kindOfActivity, type RequestFacts } from '@keywright/policy'
import type { Changes, Checked, PolicyFacts } from '../checked.ts'
import type { Context } from '../context.ts'
import type { ActivityRow, UserRow } from '../store/tables.ts'
import { toUserFacts } from './userFacts.ts'

type Ids = ReadonlyMap<IdKind, readonly string[]>
type Target = NonNullable<RequestFacts['target_user']>

/**
 * The facts that the handler returned, with the ids of the intent and its target users. Each of several objects of a
 * kind is decided both with the others and alone. So a policy about one object applies in a list too, and a policy
 * about their number can't be evaded. An object that changes without being named is decided once, with its user.
 */
export async function namedFacts(
  context: Context,
  { type, parameters, decidedBy }: Pick<ActivityRow, 'type' | 'parameters' | 'decidedBy'>,
  { facts = [{}], users = [], changes = [] }: Checked<unknown>,
): Promise<PolicyFacts[]> {
  const call = findCallOfType(type) as SubmitCall
  const { intent } = call.versions.find((version) => version.type === type)!
  const named = idsNamedBy(intent, parameters)
  const unnamed = changes.flatMap((change) => change.ids.user ?? [])
  const found = await findUsers(context, [...(named.get('user') ?? []), ...unnamed], users)
  const { quorum, organizationId } = context.organization
  const isRoot = (id: string) => organizationId === decidedBy && quorum.userIds.includes(id)
  const targetOf = (id: string): Target | undefined => {
    const user = found.get(id)
    return user && { ...toUserFacts(user), root: isRoot(id) }
  }
  const ids: Ids = new Map(named).set('user', [
    ...new Set([...(named.get('user') ?? []), ...users.map(({ userId }) => userId)]),
  ])
  const others = othersOf(changes, ids)
  const all: Ids = new Map(
    idKindsOfActivity(kindOfActivity(type)).map((kind) => [kind, allOf(kind, ids, others)]),
  )
  const stated = facts.length > 0 ? facts : [{}]
  return [...stated, ...among(stated, ids)].flatMap((set, n) => {
    const own = idsOfObjects(set)
    const ways = Array.from(
      all,
      ([kind, each]) => [kind, own.get(kind) ?? waysOf(ids.get(kind) ?? [], each)] as const,
    )
    // Tags of many keys multiply, so a set of facts costs as much as a row.
    context.budget.spend(
      'rows',
      ways.reduce((count, [, each]) => count * each.length, 1) + (n === 0 ? others.length : 0),
    )
    const choices = choicesOf(ways)
    const withOthers = n === 0 ? others.map((other) => withOther(choices, other, all)) : []
    return [...choices, ...withOthers].map((choice) => withIds(set, choice, targetOf))
  })
}

interface Other {
  readonly userId: string | undefined
  readonly kind: IdKind
  readonly id: string
}

function othersOf(changes: readonly Changes[], named: Ids): Other[] {
  const others = changes.flatMap(({ userId, ids }) =>
    Object.entries(ids).flatMap(([kind, each]) =>
      each.map((id): Other => ({ userId, kind: kind as IdKind, id })),
    ),
  )
  const seen = new Set<string>()
  return others.filter(({ kind, id }) => {
    if (named.get(kind)?.includes(id) || seen.has(`${kind} ${id}`)) return false
    seen.add(`${kind} ${id}`)
    return true
  })
}

const allOf = (kind: IdKind, ids: Ids, others: readonly Other[]): string[] => [
  ...(ids.get(kind) ?? []),
  ...others.filter((other) => other.kind === kind).map(({ id }) => id),
]

/** The object with its user, if the request names that user, and with everything else that the request is about. */
function withOther([first, ...more]: readonly Choices[], { userId, kind, id }: Other, all: Ids): Choices {
  const base = [first!, ...more].find((choice) => choice.get('user')?.id === userId) ?? first!
  return new Map(base).set(kind, { id, ids: all.get(kind) ?? [] })
}

interface Choice {
  readonly id: string
  readonly ids: readonly string[]
}
type Choices = ReadonlyMap<IdKind, Choice>

/** Each named object with the others, and alone. */
const waysOf = (ids: readonly string[], all: readonly string[]): Choice[] =>
  ids.length === 0
    ? [{ id: '', ids: all }]
    : ids.flatMap((id) =>
        all.length === 1
          ? [{ id, ids }]
          : [
              { id, ids: all },
              { id, ids: [id] },
            ],
      )

/** Every combination across kinds, so that a policy about two kinds sees each pair. */
const choicesOf = (ways: readonly (readonly [IdKind, readonly Choice[]])[]): Choices[] =>
  ways.reduce<Choices[]>(
    (chosen, [kind, each]) => chosen.flatMap((so) => each.map((way) => new Map(so).set(kind, way))),
    [new Map()],
  )

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

/** Additional sets for accounts and keys that the handler returned one by one: each with the others. */
function among(stated: readonly PolicyFacts[], ids: Ids): PolicyFacts[] {
  return (['wallet_account', 'private_key'] as const).flatMap((kind) => {
    const all = ids.get(kind) ?? []
    if (all.length < 2) return []
    return stated
      .filter((set) => idsOfObjects(set).has(kind))
      .map((set) => ({ ...set, params: { ...set.params, [`${kind}_ids`]: all } }))
  })
}

function idsOfObjects({ wallet, wallets, private_key: key, params }: PolicyFacts) {
  const own = new Map<IdKind, [Choice]>()
  if (wallet) own.set('wallet', [{ id: wallet.id, ids: wallets?.map(({ id }) => id) ?? [wallet.id] }])
  const account = params?.wallet_account_id
  if (account !== undefined) {
    own.set('wallet_account', [{ id: account, ids: params?.wallet_account_ids ?? [account] }])
  }
  if (key) own.set('private_key', [{ id: key.id, ids: params?.private_key_ids ?? [key.id] }])
  return own
}

function withIds(
  set: PolicyFacts,
  choices: Choices,
  targetOf: (id: string) => Target | undefined,
): PolicyFacts {
  const params = Object.fromEntries(
    Array.from(choices).flatMap(([kind, { id, ids }]) => [
      [`${kind}_id`, id],
      [`${kind}_ids`, ids],
    ]),
  )
  const target = targetOf(choices.get('user')?.id ?? '')
  const hasParams = set.params !== undefined || choices.size > 0
  return {
    ...set,
    ...(hasParams && { params: { ...params, ...set.params } }),
    ...(target && { target_user: target }),
  }
}
