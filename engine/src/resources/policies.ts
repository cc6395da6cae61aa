/** Policies: who may do what. */
import { ApiError, type IntentOf, type Policy } from '@keywright/contract'
import type { Context } from '../context.ts'
import { type Query, submit } from '../handler.ts'
import type { PolicyRow } from '../store/tables.ts'
import { toTimestamp } from '../time.ts'
import { assertDistinct } from './distinct.ts'
import { find } from './find.ts'
import { assertRoom } from './limits.ts'
import { claimName, releaseName } from './names.ts'
import { assertExpressions, toCondition } from './policies/checkExpressions.ts'

type NewPolicy = IntentOf<'ACTIVITY_TYPE_CREATE_POLICY_V3'>
type SelectorPolicy = IntentOf<'ACTIVITY_TYPE_CREATE_POLICY' | 'ACTIVITY_TYPE_CREATE_POLICY_V2'>

const create_policy = submit({
  normalize: (posted: NewPolicy | SelectorPolicy): NewPolicy => {
    if (!('selectors' in posted)) return posted
    const { selectors, ...rest } = posted
    return { ...rest, condition: toCondition(selectors) }
  },

  refuse: (_context, intent) => assertExpressions(intent, (side) => side),

  async execute(context, intent) {
    return { policyId: await newPolicy(context, intent) }
  },
})

const create_policies = submit({
  normalize: (posted: IntentOf<'ACTIVITY_TYPE_CREATE_POLICIES'>) => posted,

  refuse(_context, { policies }) {
    for (const [n, policy] of policies.entries()) {
      assertExpressions(policy, (side) => `policies.${n}.${side}`)
    }
  },

  async execute(context, { policies }) {
    const policyIds: string[] = []
    for (const policy of policies) policyIds.push(await newPolicy(context, policy))
    return { policyIds }
  },
})

async function newPolicy(context: Context, params: NewPolicy): Promise<string> {
  await assertRoom(context, 'policies')
  const { ids, now, rows } = context
  const { policyName, effect, condition, consensus, notes = '' } = params
  const policyId = ids.random()
  await claimName(rows, 'policy', policyName, policyId)
  rows.put('policies', policyId, {
    policyId,
    policyName,
    effect,
    ...(condition === undefined ? {} : { condition }),
    ...(consensus === undefined ? {} : { consensus }),
    notes,
    createdAt: now,
    updatedAt: now,
  })
  return policyId
}

const update_policy = submit({
  // Both versions mean the same; members that are left out stay as they are.
  normalize: (posted: IntentOf<'ACTIVITY_TYPE_UPDATE_POLICY' | 'ACTIVITY_TYPE_UPDATE_POLICY_V2'>) => posted,

  refuse(_context, { policyCondition: condition, policyConsensus: consensus }) {
    assertExpressions({ condition, consensus }, (side) =>
      side === 'condition' ? 'policyCondition' : 'policyConsensus',
    )
  },

  async execute(context, intent) {
    const { policyId, policyName, policyEffect, policyCondition, policyConsensus, policyNotes } = intent
    const { rows, now } = context
    const policy = await find(context, 'policies', policyId)
    if (policyName !== undefined && policyName !== policy.policyName) {
      await claimName(rows, 'policy', policyName, policyId)
      releaseName(rows, 'policy', policy.policyName)
    }
    rows.put('policies', policyId, {
      ...policy,
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

  async execute(context, { policyId }) {
    await removePolicy(context, policyId)
    return { policyId }
  },
})

const delete_policies = submit({
  normalize: (posted: IntentOf<'ACTIVITY_TYPE_DELETE_POLICIES'>) => posted,

  refuse: (_context, { policyIds }) => assertDistinct(policyIds, 'policyIds'),

  async execute(context, { policyIds }) {
    for (const policyId of policyIds) await removePolicy(context, policyId)
    return { policyIds }
  },
})

async function removePolicy(context: Context, policyId: string): Promise<void> {
  const { policyName } = await find(context, 'policies', policyId)
  releaseName(context.rows, 'policy', policyName)
  context.rows.remove('policies', policyId)
}

const get_policy: Query<'get_policy'> = async (context, { policyId }) => ({
  policy: presentPolicy(await find(context, 'policies', policyId)),
})

const list_policies: Query<'list_policies'> = async ({ rows }) => ({
  policies: (await rows.list('policies')).map(presentPolicy),
})

const get_policy_evaluations: Query<'get_policy_evaluations'> = async (context, { activityId }) => {
  const { organizationId } = context.organization
  const activity = await context.rows.get('activities', activityId)
  if (!activity) throw new ApiError('ACTIVITY_NOT_FOUND', { id: activityId, organizationId })
  return {
    policyEvaluations: activity.evaluations.map(({ id, voteId, policyEvaluations, createdAt }) => ({
      id,
      activityId,
      organizationId,
      voteId,
      policyEvaluations: [...policyEvaluations],
      createdAt: toTimestamp(createdAt),
    })),
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
    // A left-out expression is true; said so, it can be posted again.
    consensus: policy.consensus ?? 'true',
    condition: policy.condition ?? 'true',
  }
}

export const submits = { create_policy, create_policies, update_policy, delete_policy, delete_policies }
export const queries = { get_policy, list_policies, get_policy_evaluations }
