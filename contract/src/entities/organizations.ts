/** The configuration of an organization. */
import { list, object, optional } from '../define.ts'
import { FeatureName } from '../enumSchemas.ts'
import { ids } from '../ids.ts'
import { int32, text } from '../scalars.ts'

export const Quorum = object({ threshold: int32, userIds: list(ids.user) })

export const Feature = object({ name: optional(FeatureName), value: optional(text) })

export const Config = object({ features: optional(list(Feature)), quorum: optional(Quorum) })
