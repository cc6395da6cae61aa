import type { Stamp } from './stamper.ts'

/**
 * A request that anyone can post, because only the body is signed. Treat it like a signature. A submit is valid for one
 * hour and one activity.
 */
export interface SignedRequest<Answer = unknown> {
  readonly url: string
  readonly body: string
  readonly stamp: Stamp
  /** The response. Exists only in types. */
  readonly answer?: Answer
}
