/** For every version of every submit, and for every query: a request that is accepted. */

import type { World } from '../world.ts'
import { accountSubmits } from './auth.ts'
import type { Queries, Submits } from './cast.ts'
import { keySubmits, policySubmits } from './keys.ts'
import { organizationSubmits } from './organizations.ts'
import { queries } from './queries.ts'
import { userSubmits } from './users.ts'
import { castOf } from './worldCast.ts'

export type { Cast, Proof, Sub, SubmitType } from './cast.ts'
export { castOf }

// The compiler reports a version without a request.
const submits: Submits = {
  ...organizationSubmits,
  ...policySubmits,
  ...keySubmits,
  ...userSubmits,
  ...accountSubmits,
}

export const requests: Submits & Queries = { ...submits, ...queries }

/** The same requests, about new objects of a world. */
const inWorld = <T extends object>(all: T) =>
  Object.fromEntries(
    Object.entries(all).map(([name, request]) => [name, (world: World) => request(castOf(world))]),
  )
export const submitPreparations = inWorld(submits) as Submits<World>
export const queryPreparations = inWorld(queries) as Queries<World>
