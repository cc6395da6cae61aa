/** Reads the input of a policy decision from JSON: the request, the users and the votes. */
import {
  type CompiledPolicy,
  type CredentialFacts,
  type DecideInput,
  kindOfActivity,
  nearestWord,
  type RequestFacts,
  resourceAndActionOf,
  type UserFacts,
} from '@keywright/policy'
import { usageFailure } from '../output/failure.ts'

type Members = Readonly<Record<string, unknown>>

/**
 * @param value JSON decoded with `parseExactJson`
 * @param where name of the value in errors
 * @throws Failure (usage)
 */
export function toDecideInput(
  value: unknown,
  policies: readonly CompiledPolicy[],
  where: string,
): DecideInput {
  const members = toMembers(value, where)
  const unknown = Object.keys(members).find((name) => !KNOWN.includes(name))
  if (unknown !== undefined) {
    const near = nearestWord(unknown, KNOWN)
    throw usageFailure(
      `${where}: unknown field \`${unknown}\``,
      near ? `did you mean \`${near}\`?` : `use one of: ${KNOWN.join(', ')}`,
    )
  }
  const given = toList(members['users'] ?? [], `${where}: users`).map((user, i) =>
    toUser(user, `${where}: user ${i + 1}`),
  )
  const known = new Map(given.map((user) => [user.id, user]))
  const named = toList(members['approvers'] ?? [], `${where}: approvers`).map((one, i) =>
    typeof one === 'string'
      ? (known.get(one) ?? toUser({ id: one }, where))
      : toUser(one, `${where}: approver ${i + 1}`),
  )
  const rootQuorum = members['rootQuorum']
  return {
    policies,
    facts: toFacts(members['request'], where),
    approvers: named,
    users: [...given, ...named.filter(({ id }) => !known.has(id))],
    rejecterIds: toList(members['rejecters'] ?? [], `${where}: rejecters`).map(String),
    ...(rootQuorum === undefined ? {} : { rootQuorum: toRootQuorum(rootQuorum, where) }),
    isBuiltInAllowed: members['isBuiltInAllowed'] === true,
    ...toNow(members['now'], where),
    credentials: toCredentials(members, 'credentials', where),
    userCredentials: toCredentials(members, 'userCredentials', where),
  }
}

const KNOWN = [
  ...['name', 'request', 'users', 'approvers', 'rejecters', 'rootQuorum', 'expect', 'policyId'],
  ...['isBuiltInAllowed', 'credentials', 'userCredentials', 'now'],
]

/** The time of the request: milliseconds since 1970, or RFC 3339. The time of this computer if it is omitted. */
function toNow(value: unknown, where: string): { readonly now: number } {
  if (value === undefined) return { now: Date.now() }
  const now =
    typeof value === 'bigint' ? Number(value) : typeof value === 'string' ? Date.parse(value) : Number.NaN
  if (Number.isFinite(now)) return { now }
  throw usageFailure(`${where}: \`now\` is not a time`, 'for example: "now": "2026-03-02T09:00:00Z"')
}

const toCredentials = (members: Members, name: string, where: string) =>
  toList(members[name] ?? [], `${where}: ${name}`) as readonly CredentialFacts[]

/** Derives `resource`, `action` and `kind` from a known activity type. */
function toFacts(value: unknown, where: string): RequestFacts {
  const facts = toMembers(value, `${where}: request`)
  const activity = toMembers(facts['activity'], `${where}: request.activity`)
  const type = activity['type']
  if (typeof type !== 'string') throw usageFailure(`${where}: request.activity.type is missing`, EXAMPLE)
  const usual = resourceAndActionOf(type)
  if (!usual && activity['resource'] === undefined) {
    throw usageFailure(`${where}: unknown activity type \`${type}\``, EXAMPLE)
  }
  return {
    ...facts,
    activity: { kind: kindOfActivity(type), ...usual, ...activity },
  } as unknown as RequestFacts
}

const EXAMPLE =
  'for example: {"request": {"activity": {"type": "ACTIVITY_TYPE_SIGN_TRANSACTION_V2"}}, "approvers": ["…"]}'

function toUser(value: unknown, where: string): UserFacts {
  const { id, tags = [], email = '', alias = '' } = toMembers(value, where)
  if (typeof id !== 'string') throw usageFailure(`${where}: \`id\` is missing`)
  return { id, tags: toList(tags, `${where}: tags`).map(String), email: String(email), alias: String(alias) }
}

function toRootQuorum(value: unknown, where: string) {
  const { userIds, threshold } = toMembers(value, `${where}: rootQuorum`)
  if (typeof threshold !== 'bigint')
    throw usageFailure(`${where}: rootQuorum.threshold is not a whole number`)
  return {
    userIds: toList(userIds, `${where}: rootQuorum.userIds`).map(String),
    threshold: Number(threshold),
  }
}

function toMembers(value: unknown, where: string): Members {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Members
  throw usageFailure(`${where} is missing or not an object`, EXAMPLE)
}

function toList(value: unknown, where: string): readonly unknown[] {
  if (Array.isArray(value)) return value
  throw usageFailure(`${where} is not a list`)
}
