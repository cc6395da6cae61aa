/** Features of an organization: the meaning of each value and its default in a new organization. */
import type { FeatureName } from './entityTypes.ts'

export interface Feature {
  name: FeatureName
  /** Meaning of `value`; absent for a plain switch. */
  value: 'none' | 'origin' | 'url'
  parent: boolean
  subOrganization: boolean
  /** Member of `create_sub_organization` that keeps it off. */
  disabledBy: string | null
}

export const features: readonly Feature[] = [
  {
    name: 'FEATURE_NAME_EMAIL_AUTH',
    value: 'none',
    parent: false,
    subOrganization: true,
    disabledBy: 'disableEmailAuth',
  },
  {
    name: 'FEATURE_NAME_OTP_EMAIL_AUTH',
    value: 'none',
    parent: false,
    subOrganization: true,
    disabledBy: 'disableOtpEmailAuth',
  },
  {
    name: 'FEATURE_NAME_SMS_AUTH',
    value: 'none',
    parent: false,
    subOrganization: true,
    disabledBy: 'disableSmsAuth',
  },
  {
    name: 'FEATURE_NAME_EMAIL_RECOVERY',
    value: 'none',
    parent: false,
    subOrganization: true,
    disabledBy: 'disableEmailRecovery',
  },
  {
    name: 'FEATURE_NAME_ROOT_USER_EMAIL_RECOVERY',
    value: 'none',
    parent: false,
    subOrganization: false,
    disabledBy: null,
  },
  {
    name: 'FEATURE_NAME_WEBAUTHN_ORIGINS',
    value: 'origin',
    parent: false,
    subOrganization: false,
    disabledBy: null,
  },
  {
    name: 'FEATURE_NAME_BOUND_QUERIES',
    value: 'none',
    parent: false,
    subOrganization: false,
    disabledBy: null,
  },
  { name: 'FEATURE_NAME_WEBHOOK', value: 'url', parent: false, subOrganization: false, disabledBy: null },
]
