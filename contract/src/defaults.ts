/** Values that the engine uses if a request omits a member. */

export const defaults = {
  pageLimit: 10,
  mnemonicLength: 12,
  mnemonicLanguage: 'MNEMONIC_LANGUAGE_ENGLISH',
  otpLength: 6,
  /** Seconds. */
  readWriteSession: 900,
  /** Seconds: email auth, OTP auth, OAuth, email recovery and login keys. */
  credentialExpiry: 900,
  /** Seconds: token of `verify_otp`. */
  verificationToken: 3_600,
  /** `<Timestamp>` is replaced by the time of creation. */
  apiKeyNames: {
    readWriteSession: 'Read Write Session - <Timestamp>',
    emailAuth: 'Email Auth - <Timestamp>',
    otpAuth: 'OTP Auth - <Timestamp>',
    oauth: 'Oauth - <Timestamp>',
    recovery: 'Email Recovery - <Timestamp>',
    stampLogin: 'Stamp Login - <Timestamp>',
    otpLogin: 'OTP Login - <Timestamp>',
    oauthLogin: 'Oauth Login - <Timestamp>',
  },
} as const
