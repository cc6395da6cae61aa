/** Policies and the selectors of their first versions. */
import { list, object, optional } from '../define.ts'
import { Effect, Operator } from '../enumSchemas.ts'
import { id, name, text } from '../scalars.ts'
import { Timestamp } from './common.ts'

export const Policy = object({
  policyId: id,
  policyName: name,
  effect: Effect,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  notes: text,
  consensus: text,
  condition: text,
})

export const CreatePolicyIntentV3 = object({
  policyName: name,
  effect: Effect,
  condition: optional(text),
  consensus: optional(text),
  notes: optional(text),
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
