/** The shape of what is said about a call. */
import type { ErrorCode } from '../errors.ts'

export interface CallWords {
  /** One sentence that starts with what the call does. */
  summary: string
  /** What a caller must know beyond the fields: who, when, side effects, what can go wrong. */
  description: string
  /** Members that mean more here than their shared words say. */
  fields?: Readonly<Record<string, string>>
  /** Errors of this call, in addition to those that every call of its kind can return. */
  errors?: readonly ErrorCode[]
}
