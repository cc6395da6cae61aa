/** What several nouns share: times, pages, the generic error. */
import * as z from 'zod/mini'
import { list, object, optional } from '../define.ts'
import { id, int32, pageLimit, text, uint64 } from '../scalars.ts'

/** An object whose members depend on the case: the intent or result of an activity, a detail of an error. */
export const Members = z.record(z.string(), z.unknown())

export const Timestamp = object({ seconds: uint64, nanos: uint64 })

export const Pagination = object({ limit: optional(pageLimit), before: optional(id), after: optional(id) })

export const Status = object({
  code: optional(int32),
  message: optional(text),
  details: optional(list(Members)),
})
