/** Policies for agents: check them, explain a decision, and list what they let through. */
import { type Call, calls, type ResponseOf } from '@keywright/contract'
import {
  compilePolicy,
  explain,
  explanationLines,
  labelOfRequest,
  type PolicyText,
  type ReachableRequest,
  type Side,
  searchRequests,
  type UserFacts,
} from '@keywright/policy'
import { toJsonSafe } from '../files/json.ts'
import { usageFailure } from '../output/failure.ts'
import { argumentNamesOf } from '../policy/argumentNames.ts'
import { checkFile, refusalsOf } from '../policy/checkPolicies.ts'
import { liveInput, type QueryClient } from '../policy/liveRequest.ts'
import { toPolicies } from '../policy/readPolicies.ts'

const SOURCE = 'policies'

/** Problems of policies, as `keywright policy check` finds them. */
export function checkPolicies(json: unknown, interfaces?: readonly unknown[]) {
  const file = { path: SOURCE, text: '', policies: toPolicies(json, SOURCE), json }
  const findings = checkFile(file, optionsOf(interfaces)).map(
    ({ policy, finding: { severity, side, message, hint, span } }) => ({
      policy: policy.policyName ?? policy.policyId,
      severity,
      at: `${side}:${span.line}:${span.column}`,
      message,
      ...(hint !== undefined && { hint }),
    }),
  )
  const rejected = refusalsOf(file)
  const isAccepted = rejected.length === 0 && findings.every(({ severity }) => severity !== 'error')
  return { isAccepted, findings, rejected }
}

/** Problems of one expression. */
export function checkOneExpression(text: string, side: Side, interfaces?: readonly unknown[]) {
  const policy: PolicyText = { policyId: 'expression', effect: 'EFFECT_ALLOW', [side]: text }
  const file = { path: SOURCE, text, policies: [policy], json: undefined }
  const findings = checkFile(file, optionsOf(interfaces)).map(
    ({ finding: { severity, message, hint, span } }) => ({
      severity,
      at: `${span.line}:${span.column}`,
      message,
      ...(hint !== undefined && { hint }),
    }),
  )
  return { isAccepted: findings.every(({ severity }) => severity !== 'error'), findings }
}

/** @param interfaces as `list_smart_contract_interfaces` returns them */
function optionsOf(interfaces: readonly unknown[] | undefined) {
  return interfaces === undefined ? {} : { argumentNames: argumentNamesOf(interfaces, '`interfaces`') }
}

interface Explained {
  readonly activityId?: string | undefined
  readonly call?: Call | undefined
  readonly parameters?: Readonly<Record<string, unknown>> | undefined
  /** Instead of those of the organization. */
  readonly policies?: unknown
}

/**
 * Why an activity or a request that was not sent is allowed or denied, clause by clause, and what would allow it.
 * @throws Failure (usage) without one of both
 */
export async function explainPolicies(client: QueryClient, asked: Explained): Promise<string> {
  const { activityId, call, parameters = {}, policies } = asked
  if ((activityId === undefined) === (call === undefined)) {
    throw usageFailure('name what to explain', 'pass either activityId, or call and parameters')
  }
  if (call?.kind === 'query') {
    throw usageFailure(
      `${call.name} is a query`,
      'policies decide about submits; every user may send queries',
    )
  }
  const live = await liveInput(
    client,
    activityId === undefined ? { type: call!.postedType, parameters } : { activityId, explain: true },
  )
  const input = policies === undefined ? live : { ...live, policies: compiled(policies) }
  return explanationLines(explain(input))
    .map(({ depth, parts }) => `${'  '.repeat(depth)}${parts.map(({ text }) => text).join('')}`)
    .join('\n')
}

/**
 * What each user may run alone.
 * @param policies instead of those of the organization
 * @param expand whether to show an example and the limited places of each request
 */
export async function whatGetsThrough(client: QueryClient, policies: unknown, expand: boolean) {
  const [own, { users }, { configs }] = await Promise.all([
    policies ??
      client.query<ResponseOf<'list_policies'>>(calls.list_policies, {}).then(({ policies }) => policies),
    client.query<ResponseOf<'list_users'>>(calls.list_users, {}),
    client.query<ResponseOf<'get_organization_configs'>>(calls.get_organization_configs, {}),
  ])
  const texts = toPolicies(own, SOURCE)
  const known = new Map(users.map(({ userId, userName }) => [userId, userName]))
  const named = new Map(texts.map(({ policyId, policyName }) => [policyId, policyName ?? policyId]))
  const { groups, notSearched } = searchRequests({
    policies: compiled(own),
    users: users.map(
      ({ userId: id, userTags: tags, userEmail: email = '', userName: alias }): UserFacts => ({
        id,
        tags,
        email,
        alias,
      }),
    ),
    ...(configs.quorum && { rootQuorum: configs.quorum }),
  })
  const shown = (request: ReachableRequest) =>
    expand
      ? {
          request: labelOfRequest(request),
          allowedBy: named.get(request.policyId ?? ''),
          limited: request.limited,
          open: request.open,
          example: toJsonSafe(request.facts),
        }
      : labelOfRequest(request)
  return {
    alone: groups.map(({ userIds, isRoot, requests, unfinished }) => ({
      users: userIds.map((id) => known.get(id) ?? id),
      may: isRoot ? 'everything: the root quorum, which no policy limits' : requests.map(shown),
      ...(unfinished.length > 0 && { notFinished: unfinished }),
    })),
    ...(expand && { notSearched }),
  }
}

const compiled = (policies: unknown) => toPolicies(policies, SOURCE).map(compilePolicy)
