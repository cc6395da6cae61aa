/** For every version of every submit, and for every query: a request that the seeded world accepts. */
import { authPreparations } from './auth.ts'
import { keyPreparations, policyPreparations } from './keys.ts'
import { organizationPreparations } from './organizations.ts'
import type { Preparations } from './preparation.ts'
import { userPreparations } from './users.ts'

export type { SubmitType } from './preparation.ts'
export { queryPreparations } from './queries.ts'

// The compiler reports a version without a preparation.
export const submitPreparations: Preparations = {
  ...organizationPreparations,
  ...policyPreparations,
  ...keyPreparations,
  ...userPreparations,
  ...authPreparations,
}
