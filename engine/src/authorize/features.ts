/** Features: what is switched on in an organization. */
import { ApiError } from '@keywright/contract'
import type { OrganizationRow } from '../store/tables.ts'

/** @throws ApiError 403 that names the feature when it is off */
export function assertFeature(organization: OrganizationRow, feature: string): void {
  if (feature in organization.features) return
  throw new ApiError('FEATURE_DISABLED', { feature, organizationId: organization.organizationId })
}

/** What a sub-organization is born with, unless switched off. */
export const SUB_ORGANIZATION_FEATURES = [
  'FEATURE_NAME_EMAIL_AUTH',
  'FEATURE_NAME_EMAIL_RECOVERY',
  'FEATURE_NAME_OTP_EMAIL_AUTH',
  'FEATURE_NAME_SMS_AUTH',
] as const
