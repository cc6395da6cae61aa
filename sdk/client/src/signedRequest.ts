import type { Stamp } from './stamper.ts'

/**
 * A request that anybody can post: nothing but the body is signed. It is as good as a signature, so treat it like one;
 * a submit is good for one hour and one activity.
 */
export interface SignedRequest<Answer = unknown> {
  readonly url: string
  readonly body: string
  readonly stamp: Stamp
  /** What the server answers. Types only. */
  readonly answer?: Answer
}
