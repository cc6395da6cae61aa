/** What the engine answered to the requests of the pages; see `requests.slow.test.ts`. */
import recorded from './answers.json' with { type: 'json' }
import { type Body, keyOf } from './pageRequests.ts'

/** Undefined for a request that was not recorded since it changed. */
export const recordedAnswer = (call: string, body: Body): Body | undefined =>
  (recorded as Readonly<Record<string, Body>>)[keyOf(call, body)]
