/** Recorded responses to the pages' requests. See `requests.test.ts`. */
import recorded from './answers.json' with { type: 'json' }
import { type Body, keyOf, type PageRequest } from './pageRequests.ts'

/** Returns undefined for a request that changed since the recording or isn't from our pages. */
export const recordedAnswer = (request: PageRequest): Body | undefined =>
  (recorded as Readonly<Record<string, Body>>)[keyOf(request)]
