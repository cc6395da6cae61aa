/** Sign-in by email, code and token; sessions; recovery. */
import { byAlice, byParent, type Cast, type Submits } from './cast.ts'

const email = 'alice@example.com'
const sender = {
  sendFromEmailAddress: 'login@example.com',
  sendFromEmailSenderName: 'Example',
  replyToEmailAddress: 'help@example.com',
}
const dressV2 = {
  logoUrl: 'https://app.example.com/logo.png',
  magicLinkTemplate: 'https://app.example.com/sign-in?bundle=%s',
  templateVariables: '{"greeting":"Hello"}',
  templateId: 'sign-in',
}
const appName = 'Example'
const dress = { appName, ...dressV2 }
const session = { expirationSeconds: '900', invalidateExisting: true }
const keyWishes = { apiKeyName: 'phone', ...session }
const byCode = { otpType: 'OTP_TYPE_EMAIL', contact: email } as const
const sms = { smsCustomization: { template: 'Your code is {{code}}' } }
const newer = { otpLength: 8, alphanumeric: true }
/** A unique identifier per request, because each may request only three codes in a while. */
const asker = ({ unique }: Cast) => ({ userIdentifier: unique('phone of alice') })

const byMail = (cast: Cast) => ({
  email,
  targetPublicKey: cast.targetPublicKey(),
  emailCustomization: dress,
  ...sender,
})
const emailAuth = byParent((cast) => ({ ...byMail(cast), ...keyWishes }))
const initRecovery = byParent((cast) => ({ ...byMail(cast), expirationSeconds: '900' }))
const initOtp = byParent((cast) => ({
  ...byCode,
  appName,
  ...newer,
  ...asker(cast),
  expirationSeconds: '120',
  ...cast.also(sms),
  emailCustomization: dressV2,
  ...sender,
}))
const otpLogin = async (cast: Cast) => {
  const { parent, login } = await cast.newLogin()
  return { client: parent, parameters: { ...login, ...session } }
}

export const accountSubmits = {
  ACTIVITY_TYPE_EMAIL_AUTH: emailAuth,
  ACTIVITY_TYPE_EMAIL_AUTH_V2: emailAuth,
  ACTIVITY_TYPE_EMAIL_AUTH_V3: emailAuth,
  ACTIVITY_TYPE_INIT_OTP_AUTH: byParent((cast) => ({
    ...byCode,
    ...sender,
    ...sms,
    ...asker(cast),
    emailCustomization: dress,
  })),
  ACTIVITY_TYPE_INIT_OTP_AUTH_V2: byParent((cast) => ({
    ...byCode,
    ...sender,
    ...sms,
    ...newer,
    ...asker(cast),
    emailCustomization: dress,
  })),
  ACTIVITY_TYPE_INIT_OTP_AUTH_V3: initOtp,
  ACTIVITY_TYPE_OTP_AUTH: async (cast) => {
    const { parent, otpId, otpCode } = await cast.newCode('ACTIVITY_TYPE_INIT_OTP_AUTH')
    const targetPublicKey = cast.targetPublicKey()
    return { client: parent, parameters: { otpId, otpCode, targetPublicKey, ...keyWishes } }
  },
  ACTIVITY_TYPE_INIT_OTP: byParent((cast) => ({
    ...byCode,
    ...sender,
    ...sms,
    ...newer,
    ...asker(cast),
    expirationSeconds: '120',
    emailCustomization: dress,
  })),
  ACTIVITY_TYPE_INIT_OTP_V2: initOtp,
  ACTIVITY_TYPE_INIT_OTP_V3: initOtp,
  ACTIVITY_TYPE_VERIFY_OTP: async (cast) => {
    const { parent, otpId, otpCode } = await cast.newCode('ACTIVITY_TYPE_INIT_OTP')
    const publicKey = cast.publicKey()
    return { client: parent, parameters: { otpId, otpCode, publicKey, expirationSeconds: '900' } }
  },
  ACTIVITY_TYPE_VERIFY_OTP_V2: async (cast) => {
    const { parent, otpId, encryptedOtpBundle } = await cast.newSealedCode()
    return { client: parent, parameters: { otpId, encryptedOtpBundle, expirationSeconds: '900' } }
  },
  ACTIVITY_TYPE_OAUTH: async (cast) => {
    const { parent, token } = await cast.newProvider()
    const targetPublicKey = cast.targetPublicKey()
    const oidcToken = await token(targetPublicKey)
    return { client: parent, parameters: { oidcToken, targetPublicKey, ...keyWishes } }
  },
  ACTIVITY_TYPE_OAUTH_LOGIN: async (cast) => {
    const { parent, token } = await cast.newProvider()
    const publicKey = cast.publicKey()
    return { client: parent, parameters: { oidcToken: await token(publicKey), publicKey, ...session } }
  },
  ACTIVITY_TYPE_OTP_LOGIN: otpLogin,
  ACTIVITY_TYPE_OTP_LOGIN_V2: otpLogin,
  ACTIVITY_TYPE_STAMP_LOGIN: byAlice((cast) => ({ publicKey: cast.publicKey(), ...session })),
  ACTIVITY_TYPE_CREATE_READ_ONLY_SESSION: byAlice(() => ({})),
  ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION: byAlice((cast) => ({
    targetPublicKey: cast.targetPublicKey(),
    email,
    apiKeyName: 'phone',
    expirationSeconds: '900',
  })),
  ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2: byAlice((cast, { userId }) => ({
    targetPublicKey: cast.targetPublicKey(),
    userId,
    ...keyWishes,
  })),
  ACTIVITY_TYPE_INIT_USER_EMAIL_RECOVERY: initRecovery,
  ACTIVITY_TYPE_INIT_USER_EMAIL_RECOVERY_V2: initRecovery,
  ACTIVITY_TYPE_RECOVER_USER: async (cast) => {
    const { client, userId } = await cast.newRecovery()
    return { client, parameters: { userId, authenticator: cast.passkey('new phone') } }
  },
} satisfies Partial<Submits>
