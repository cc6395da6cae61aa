/** All checks in order; the check for secrets comes last, because it examines all others. */
import type { Check } from '../check.ts'
import { activityChecks } from './activities.ts'
import { bundleChecks } from './bundles.ts'
import { errorChecks } from './errors.ts'
import { listChecks } from './lists.ts'
import { requestChecks } from './requests.ts'
import { retryChecks } from './retries.ts'
import { stampChecks } from './stamps.ts'

export const checks: readonly Check[] = [
  ...stampChecks,
  ...requestChecks,
  ...retryChecks,
  ...activityChecks,
  ...bundleChecks,
  ...listChecks,
  ...errorChecks,
]
