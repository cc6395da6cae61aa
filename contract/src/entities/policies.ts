/** Policies and the selectors of their first versions. */
import { later, list, object, optional } from '../define.ts'
import { Effect, Operator } from '../enumSchemas.ts'
import { ids } from '../ids.ts'
import { expression, name, prose, text } from '../scalars.ts'
import { Timestamp } from './common.ts'

export const Policy = object({
  policyId: ids.policy,
  policyName: name,
  effect: Effect,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  notes: prose,
  consensus: expression,
  condition: expression,
  time: later(optional(expression)),
})

export const CreatePolicyIntentV3 = object({
  policyName: name,
  effect: Effect,
  condition: optional(expression),
  consensus: optional(expression),
  time: later(optional(expression)),
  notes: optional(prose),
})

export const Selector = object({
  subject: optional(text),
  operator: optional(Operator),
  target: optional(text),
})

export const SelectorV2 = object({
  subject: optional(text),
  operator: optional(Operator),
  targets: optional(list(text)),
})
