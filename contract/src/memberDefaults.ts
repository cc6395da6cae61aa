/** Defaults of the members of requests, in the form of the member. */
import type { CallName } from './calls.ts'
import { defaults } from './defaults.ts'
import { limits } from './limits.ts'

/** Defaults of every member with this name. */
const byMember: Readonly<Record<string, unknown>> = {
  mnemonicLength: defaults.mnemonicLength,
  limit: String(defaults.pageLimit),
  otpLength: defaults.otpLength,
  language: defaults.mnemonicLanguage,
}

/** Default lifetime of the object that a call creates, in seconds. */
const lifetimes: Partial<Record<CallName, number>> = {
  email_auth: defaults.credentialExpiry,
  otp_auth: defaults.credentialExpiry,
  oauth: defaults.credentialExpiry,
  init_user_email_recovery: defaults.credentialExpiry,
  create_read_write_session: defaults.readWriteSession,
  stamp_login: defaults.credentialExpiry,
  otp_login: defaults.credentialExpiry,
  oauth_login: defaults.credentialExpiry,
  init_otp_auth: limits.otpLifetime,
  init_otp: limits.otpLifetime,
  verify_otp: defaults.verificationToken,
}

export function defaultOfEntityField(field: string): unknown {
  return byMember[field]
}

export function defaultOfCallField(call: CallName, field: string): unknown {
  const lifetime = field === 'expirationSeconds' ? lifetimes[call] : undefined
  return lifetime === undefined ? byMember[field] : String(lifetime)
}
