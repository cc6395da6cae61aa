/** Signing in by email, one-time code and OpenID Connect. */
import { later, optional, submit, version } from '../define.ts'
import {
  EmailAuthCustomizationParams,
  EmailCustomizationParams,
  EmailCustomizationParamsV2,
  laterSender,
  SmsCustomizationParams,
  sender,
} from '../entities/messages.ts'
import { OtpType } from '../enumSchemas.ts'
import { ids } from '../ids.ts'
import {
  codeLifetime,
  email,
  flag,
  hex,
  mailedKeyLifetime,
  name,
  otpLength,
  secret,
  sessionLifetime,
  text,
  tokenLifetime,
} from '../scalars.ts'

/** Members that the newer one-time code requests share. The email shows `appName`. */
const otpRequest = {
  otpType: OtpType,
  contact: text,
  otpLength: optional(otpLength),
  appName: text,
  emailCustomization: optional(EmailCustomizationParamsV2),
  smsCustomization: optional(SmsCustomizationParams),
  userIdentifier: optional(text),
  sendFromEmailAddress: optional(email),
  alphanumeric: optional(flag),
  sendFromEmailSenderName: optional(text),
  expirationSeconds: optional(codeLifetime),
  replyToEmailAddress: optional(email),
}

/** The first two versions differ only in the name of their result. */
const emailAuth = {
  email,
  targetPublicKey: hex,
  apiKeyName: optional(name),
  expirationSeconds: optional(mailedKeyLifetime),
  emailCustomization: optional(EmailCustomizationParams),
  invalidateExisting: optional(flag),
  ...laterSender,
}

const mailedKey = { userId: ids.user, apiKeyId: ids.apiKey }

export const authCalls = {
  email_auth: submit('AUTH', 'CREATE', {
    ACTIVITY_TYPE_EMAIL_AUTH: version(emailAuth, mailedKey),
    ACTIVITY_TYPE_EMAIL_AUTH_V2: version(emailAuth, mailedKey, 'emailAuthResult'),
    ACTIVITY_TYPE_EMAIL_AUTH_V3: later(
      version(
        {
          email,
          targetPublicKey: hex,
          apiKeyName: optional(name),
          expirationSeconds: optional(mailedKeyLifetime),
          emailCustomization: EmailAuthCustomizationParams,
          invalidateExisting: optional(flag),
          ...sender,
        },
        mailedKey,
        'emailAuthResult',
      ),
    ),
  }),
  init_otp_auth: submit('AUTH', 'CREATE', {
    ACTIVITY_TYPE_INIT_OTP_AUTH: version(
      {
        otpType: OtpType,
        contact: text,
        emailCustomization: optional(EmailCustomizationParams),
        smsCustomization: optional(SmsCustomizationParams),
        userIdentifier: optional(text),
        ...laterSender,
      },
      { otpId: ids.otp },
    ),
    ACTIVITY_TYPE_INIT_OTP_AUTH_V2: later(
      version(
        {
          otpType: OtpType,
          contact: text,
          otpLength: optional(otpLength),
          emailCustomization: optional(EmailCustomizationParams),
          smsCustomization: optional(SmsCustomizationParams),
          userIdentifier: optional(text),
          sendFromEmailAddress: optional(email),
          alphanumeric: optional(flag),
          sendFromEmailSenderName: optional(text),
          replyToEmailAddress: optional(email),
        },
        { otpId: ids.otp },
      ),
    ),
    ACTIVITY_TYPE_INIT_OTP_AUTH_V3: later(version(otpRequest, { otpId: ids.otp }, 'initOtpAuthResultV2')),
  }),
  otp_auth: submit('AUTH', 'CREATE', {
    ACTIVITY_TYPE_OTP_AUTH: version(
      {
        otpId: ids.otp,
        otpCode: secret,
        targetPublicKey: optional(hex),
        apiKeyName: optional(name),
        expirationSeconds: optional(sessionLifetime),
        invalidateExisting: optional(flag),
      },
      { userId: ids.user, apiKeyId: optional(ids.apiKey), credentialBundle: optional(text) },
    ),
  }),
  init_otp: later(
    submit('OTP', 'CREATE', {
      ACTIVITY_TYPE_INIT_OTP: version(
        {
          otpType: OtpType,
          contact: text,
          otpLength: optional(otpLength),
          emailCustomization: optional(EmailCustomizationParams),
          smsCustomization: optional(SmsCustomizationParams),
          userIdentifier: optional(text),
          sendFromEmailAddress: optional(email),
          alphanumeric: optional(flag),
          sendFromEmailSenderName: optional(text),
          expirationSeconds: optional(codeLifetime),
          replyToEmailAddress: optional(email),
        },
        { otpId: ids.otp },
      ),
      ACTIVITY_TYPE_INIT_OTP_V2: version(otpRequest, { otpId: ids.otp }, 'initOtpResult'),
      ACTIVITY_TYPE_INIT_OTP_V3: version(
        {
          otpType: OtpType,
          contact: text,
          appName: text,
          otpLength: optional(otpLength),
          emailCustomization: optional(EmailCustomizationParamsV2),
          smsCustomization: optional(SmsCustomizationParams),
          userIdentifier: optional(text),
          sendFromEmailAddress: optional(email),
          alphanumeric: optional(flag),
          sendFromEmailSenderName: optional(text),
          expirationSeconds: optional(codeLifetime),
          replyToEmailAddress: optional(email),
        },
        { otpId: ids.otp, otpEncryptionTargetBundle: text },
        'initOtpResultV2',
      ),
    }),
  ),
  verify_otp: later(
    submit('OTP', 'VERIFY', {
      ACTIVITY_TYPE_VERIFY_OTP: version(
        {
          otpId: ids.otp,
          otpCode: secret,
          expirationSeconds: optional(tokenLifetime),
          publicKey: optional(hex),
        },
        { verificationToken: secret },
      ),
      ACTIVITY_TYPE_VERIFY_OTP_V2: version(
        { otpId: ids.otp, encryptedOtpBundle: secret, expirationSeconds: optional(tokenLifetime) },
        { verificationToken: secret },
        'verifyOtpResult',
      ),
    }),
  ),
  oauth: submit('AUTH', 'CREATE', {
    ACTIVITY_TYPE_OAUTH: version(
      {
        oidcToken: secret,
        targetPublicKey: hex,
        apiKeyName: optional(name),
        expirationSeconds: optional(sessionLifetime),
        invalidateExisting: later(optional(flag)),
      },
      { userId: ids.user, apiKeyId: ids.apiKey, credentialBundle: text },
    ),
  }),
} as const
