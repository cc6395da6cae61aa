/** Features that an organization has enabled. */
import { ApiError } from '@keywright/contract'
import type { OrganizationRow } from '../store/tables.ts'

/** @throws ApiError 403 that names the feature if it is off */
export function assertFeature(organization: OrganizationRow, feature: string): void {
  if (feature in organization.features) return
  throw new ApiError('FEATURE_DISABLED', { feature, organizationId: organization.organizationId })
}

/** Features of a new sub-organization, unless turned off. */
export const SUB_ORGANIZATION_FEATURES = [
  'FEATURE_NAME_EMAIL_AUTH',
  'FEATURE_NAME_EMAIL_RECOVERY',
  'FEATURE_NAME_OTP_EMAIL_AUTH',
  'FEATURE_NAME_SMS_AUTH',
] as const
