/** Policies: who may do what. */
import { ApiError, type IntentOf, type Policy } from '@keywright/contract'
import { expand } from '../activity/compact.ts'
import { explainActivity, explainRequest } from '../activity/explain.ts'
import { isDecidedElsewhere } from '../activity/present.ts'
import type { Context, ExecuteContext } from '../context.ts'
import { type Query, submit } from '../handler.ts'
import type { PolicyRow } from '../store/tables.ts'
import { toTimestamp } from '../time.ts'
import { assertDistinct } from './distinct.ts'
import { find, findAll } from './find.ts'
import { assertRoom } from './limits.ts'
import { assertNameFree, claimName, releaseName, renameTo, type Taken } from './names.ts'
import { assertExpressions, toCondition } from './policies/checkExpressions.ts'

type NewPolicy = IntentOf<'ACTIVITY_TYPE_CREATE_POLICY_V3'>
type SelectorPolicy = IntentOf<'ACTIVITY_TYPE_CREATE_POLICY' | 'ACTIVITY_TYPE_CREATE_POLICY_V2'>

const create_policy = submit({
  normalize: (posted: NewPolicy | SelectorPolicy): NewPolicy => {
    if (!('selectors' in posted)) return posted
    const { selectors, ...rest } = posted
    return { ...rest, condition: toCondition(selectors) }
  },

  async check(context, intent) {
    await assertExpressions(context.budget, intent, (side) => side)
    await assertNewPolicies(context, [intent])
    return { found: undefined }
  },

  async execute(context, { intent }) {
    return { policyId: await newPolicy(context, intent) }
  },
})

const create_policies = submit({
  normalize: (posted: IntentOf<'ACTIVITY_TYPE_CREATE_POLICIES'>) => posted,

  async check(context, { policies }) {
    for (const [n, policy] of policies.entries()) {
      context.budget.spend('rows')
      await assertExpressions(context.budget, policy, (side) => `policies.${n}.${side}`)
    }
    await assertNewPolicies(context, policies)
    return { found: undefined }
  },

  async execute(context, { intent: { policies } }) {
    const policyIds: string[] = []
    for (const policy of policies) policyIds.push(await newPolicy(context, policy))
    return { policyIds }
  },
})

async function assertNewPolicies(context: Context, policies: readonly NewPolicy[]): Promise<void> {
  const taken: Taken = new Set()
  await assertRoom(context, 'policies', policies.length)
  await Promise.all(
    policies.map(({ policyName }) => assertNameFree(context.rows, 'policy', policyName, { taken })),
  )
}

async function newPolicy(context: ExecuteContext, params: NewPolicy): Promise<string> {
  const { ids, now, rows } = context
  const { policyName, effect, condition, consensus, time = '', notes = '' } = params
  const policyId = ids.random()
  await claimName(rows, 'policy', policyName, policyId)
  rows.put('policies', policyId, {
    policyId,
    policyName,
    effect,
    ...(condition === undefined ? {} : { condition }),
    ...(consensus === undefined ? {} : { consensus }),
    ...(time === '' ? {} : { time }),
    notes,
    createdAt: now,
    updatedAt: now,
  })
  return policyId
}

/** Members of an update, by expression. */
const UPDATED_BY = { condition: 'policyCondition', consensus: 'policyConsensus', time: 'time' } as const

const update_policy = submit({
  // Both versions mean the same; omitted members keep their values.
  normalize: (posted: IntentOf<'ACTIVITY_TYPE_UPDATE_POLICY' | 'ACTIVITY_TYPE_UPDATE_POLICY_V2'>) => posted,

  async check(
    context,
    { policyId, policyName, policyCondition: condition, policyConsensus: consensus, time },
  ) {
    const expressions = { condition, consensus, time }
    await assertExpressions(context.budget, expressions, (side) => UPDATED_BY[side])
    const policy = await find(context, 'policies', policyId)
    if (policyName !== undefined) await assertNameFree(context.rows, 'policy', policyName, { id: policyId })
    return { found: policy }
  },

  async execute(context, { intent, found: policy }) {
    const { policyId, policyName, policyEffect, policyCondition, policyConsensus, time, policyNotes } = intent
    const { rows, now } = context
    if (policyName !== undefined && policyName !== policy.policyName) {
      await renameTo(rows, 'policy', { from: policy.policyName, to: policyName, id: policyId })
    }
    const { time: before, ...others } = policy
    const timeAfter = time ?? before ?? ''
    rows.put('policies', policyId, {
      ...others,
      ...(timeAfter === '' ? {} : { time: timeAfter }),
      ...(policyName === undefined ? {} : { policyName }),
      ...(policyEffect === undefined ? {} : { effect: policyEffect }),
      ...(policyCondition === undefined ? {} : { condition: policyCondition }),
      ...(policyConsensus === undefined ? {} : { consensus: policyConsensus }),
      ...(policyNotes === undefined ? {} : { notes: policyNotes }),
      updatedAt: now,
    })
    return { policyId }
  },
})

const delete_policy = submit({
  normalize: (posted: IntentOf<'ACTIVITY_TYPE_DELETE_POLICY'>) => posted,

  check: async (context, { policyId }) => ({ found: await find(context, 'policies', policyId) }),

  async execute(context, { intent: { policyId }, found: policy }) {
    removePolicy(context, policy)
    return { policyId }
  },
})

const delete_policies = submit({
  normalize: (posted: IntentOf<'ACTIVITY_TYPE_DELETE_POLICIES'>) => posted,

  async check(context, { policyIds }) {
    assertDistinct(policyIds, 'policyIds')
    return { found: await findAll(context, policyIds, (id) => find(context, 'policies', id)) }
  },

  async execute(context, { intent: { policyIds }, found: policies }) {
    for (const policy of policies) removePolicy(context, policy)
    return { policyIds }
  },
})

function removePolicy({ rows }: ExecuteContext, { policyId, policyName }: PolicyRow): void {
  releaseName(rows, 'policy', policyName)
  rows.remove('policies', policyId)
}

const get_policy: Query<'get_policy'> = async (context, { policyId }) => ({
  policy: presentPolicy(await find(context, 'policies', policyId)),
})

const list_policies: Query<'list_policies'> = async ({ rows }) => ({
  policies: (await rows.list('policies')).map(presentPolicy),
})

const get_policy_evaluations: Query<'get_policy_evaluations'> = async (
  context,
  { activityId, explain, type, parameters },
  caller,
) => {
  if (activityId === undefined) {
    if (type === undefined)
      throw new ApiError('MEMBER_MISSING', { field: 'activityId' }, { field: 'activityId' })
    const policyRequest = await explainRequest(context, { type, parameters: parameters ?? {} }, caller)
    return { policyEvaluations: [], policyRequest }
  }
  const { organizationId } = context.organization
  const stored = await context.rows.get('activities', activityId)
  if (!stored) throw new ApiError('ACTIVITY_NOT_FOUND', { id: activityId, organizationId })
  const activity = expand(stored)
  // The parent's policies are its own.
  const isHidden = isDecidedElsewhere(activity, organizationId, caller.organization.organizationId)
  const evaluations = isHidden ? [] : activity.evaluations
  return {
    policyEvaluations: evaluations.map(({ id, voteId, policyEvaluations, createdAt }) => ({
      id,
      activityId,
      organizationId,
      voteId,
      policyEvaluations: [...policyEvaluations],
      createdAt: toTimestamp(createdAt),
    })),
    ...(explain && { policyRequest: await explainActivity(context, activity, caller) }),
  }
}

function presentPolicy(policy: PolicyRow): Policy {
  const { policyId, policyName, effect, notes } = policy
  return {
    policyId,
    policyName,
    effect,
    createdAt: toTimestamp(policy.createdAt),
    updatedAt: toTimestamp(policy.updatedAt),
    notes,
    // An omitted expression is true. Returned explicitly, so that it can be posted again.
    consensus: policy.consensus ?? 'true',
    condition: policy.condition ?? 'true',
    ...(policy.time === undefined ? {} : { time: policy.time }),
  }
}

export const submits = { create_policy, create_policies, update_policy, delete_policy, delete_policies }
export const queries = { get_policy, list_policies, get_policy_evaluations }
