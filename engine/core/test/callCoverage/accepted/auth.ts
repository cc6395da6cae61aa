/** Sign-in by email, code and token; sessions; recovery. */
import { oidcNonceOf } from '@keywright/keys'
import { ALICE, apiKeyStamper, createTargetKey, type SubOrganization } from '../../support/index.ts'
import {
  clientSignatureBy,
  newCode,
  newSealedCode,
  newSubOrganization,
  newTargetPublicKey,
  newVerificationToken,
  type World,
} from '../world.ts'
import type { Preparations } from './preparation.ts'

const sender = {
  sendFromEmailAddress: 'login@example.com',
  sendFromEmailSenderName: 'Acme',
  replyToEmailAddress: 'help@example.com',
}
const dressV2 = {
  logoUrl: 'https://app.example.com/logo.png',
  magicLinkTemplate: 'https://app.example.com/sign-in?bundle=%s',
  templateVariables: '{"greeting":"Hello"}',
  templateId: 'sign-in',
}
const dress = { appName: 'Acme', ...dressV2 }
const keyWishes = { apiKeyName: 'phone', expirationSeconds: '600', invalidateExisting: true }
const byMail = (world: World) => ({
  email: ALICE.userEmail,
  targetPublicKey: newTargetPublicKey(world),
  emailCustomization: dress,
  ...sender,
})
const code = {
  otpType: 'OTP_TYPE_EMAIL',
  contact: ALICE.userEmail,
  smsCustomization: { template: 'Your code is {{code}}' },
  ...sender,
} as const
const newer = { otpLength: 8, alphanumeric: true }
/** A unique identifier per request, because each may request only three codes in a while. */
const asker = ({ unique }: World) => ({ userIdentifier: unique('asker') })

async function withProvider(world: World): Promise<SubOrganization & { subject: string }> {
  const sub = await newSubOrganization(world)
  const subject = world.unique('subject')
  await sub.alice.run('ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS_V2', {
    userId: sub.userId,
    oauthProviders: [
      { providerName: 'example', oidcClaims: { iss: world.issuer.url, sub: subject, aud: 'app' } },
    ],
  })
  return { ...sub, subject }
}

const emailAuth = async (world: World) => ({
  client: (await newSubOrganization(world)).parent,
  parameters: { ...byMail(world), ...keyWishes },
})
const initRecovery = async (world: World) => ({
  client: (await newSubOrganization(world)).parent,
  parameters: { ...byMail(world), expirationSeconds: '600' },
})
const initOtp = async (world: World) => ({
  client: (await newSubOrganization(world)).parent,
  parameters: {
    ...code,
    ...newer,
    ...asker(world),
    appName: 'Acme',
    expirationSeconds: '120',
    emailCustomization: dressV2,
  },
})

export const authPreparations = {
  ACTIVITY_TYPE_EMAIL_AUTH: emailAuth,
  ACTIVITY_TYPE_EMAIL_AUTH_V2: emailAuth,
  ACTIVITY_TYPE_EMAIL_AUTH_V3: emailAuth,
  ACTIVITY_TYPE_INIT_OTP_AUTH: async (world) => ({
    client: (await newSubOrganization(world)).parent,
    parameters: { ...code, ...asker(world), emailCustomization: dress },
  }),
  ACTIVITY_TYPE_INIT_OTP_AUTH_V2: async (world) => ({
    client: (await newSubOrganization(world)).parent,
    parameters: { ...code, ...newer, ...asker(world), emailCustomization: dress },
  }),
  ACTIVITY_TYPE_INIT_OTP_AUTH_V3: initOtp,
  ACTIVITY_TYPE_OTP_AUTH: async (world) => {
    const { parent } = await newSubOrganization(world)
    const { otpId } = await parent.run('ACTIVITY_TYPE_INIT_OTP_AUTH', {
      otpType: 'OTP_TYPE_EMAIL',
      contact: ALICE.userEmail,
    })
    await world.engine.idle()
    const otpCode = world.engine.mails.at(-1)!.template['code'] as string
    const targetPublicKey = newTargetPublicKey(world)
    return { client: parent, parameters: { otpId, otpCode, targetPublicKey, ...keyWishes } }
  },
  ACTIVITY_TYPE_INIT_OTP: async (world) => ({
    client: (await newSubOrganization(world)).parent,
    parameters: {
      ...code,
      ...newer,
      ...asker(world),
      expirationSeconds: '120',
      emailCustomization: dress,
    },
  }),
  ACTIVITY_TYPE_INIT_OTP_V2: initOtp,
  ACTIVITY_TYPE_INIT_OTP_V3: initOtp,
  ACTIVITY_TYPE_VERIFY_OTP: async (world) => {
    const { parent } = await newSubOrganization(world)
    const { publicKey } = world.engine.apiKey()
    const shown = await newCode(world, parent, ALICE.userEmail)
    return { client: parent, parameters: { ...shown, publicKey, expirationSeconds: '600' } }
  },
  ACTIVITY_TYPE_VERIFY_OTP_V2: async (world) => {
    const { parent, organizationId } = await newSubOrganization(world)
    const sealed = await newSealedCode(world, parent, organizationId)
    return { client: parent, parameters: { ...sealed, expirationSeconds: '600' } }
  },
  ACTIVITY_TYPE_OAUTH: async (world) => {
    const { parent, subject } = await withProvider(world)
    const targetPublicKey = newTargetPublicKey(world)
    const oidcToken = await world.issuer.token({ sub: subject, nonce: oidcNonceOf(targetPublicKey) })
    return { client: parent, parameters: { oidcToken, targetPublicKey, ...keyWishes } }
  },
  ACTIVITY_TYPE_OAUTH_LOGIN: async (world) => {
    const { parent, subject } = await withProvider(world)
    const { publicKey } = world.engine.apiKey()
    const oidcToken = await world.issuer.token({ sub: subject, nonce: oidcNonceOf(publicKey) })
    const wishes = { expirationSeconds: '600', invalidateExisting: true }
    return { client: parent, parameters: { oidcToken, publicKey, ...wishes } }
  },
  ACTIVITY_TYPE_OTP_LOGIN: async (world) => otpLogin(world),
  ACTIVITY_TYPE_OTP_LOGIN_V2: async (world) => otpLogin(world),
  ACTIVITY_TYPE_STAMP_LOGIN: async (world) => ({
    client: (await newSubOrganization(world)).alice,
    parameters: {
      publicKey: world.engine.apiKey().publicKey,
      expirationSeconds: '600',
      invalidateExisting: true,
    },
  }),
  ACTIVITY_TYPE_CREATE_READ_ONLY_SESSION: async (world) => ({
    client: (await newSubOrganization(world)).alice,
    parameters: {},
  }),
  ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION: async (world) => ({
    client: (await newSubOrganization(world)).alice,
    parameters: {
      targetPublicKey: newTargetPublicKey(world),
      email: ALICE.userEmail,
      apiKeyName: 'phone',
      expirationSeconds: '600',
    },
  }),
  ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2: async (world) => {
    const { alice, userId } = await newSubOrganization(world)
    const targetPublicKey = newTargetPublicKey(world)
    return { client: alice, parameters: { targetPublicKey, userId, ...keyWishes } }
  },
  ACTIVITY_TYPE_INIT_USER_EMAIL_RECOVERY: initRecovery,
  ACTIVITY_TYPE_INIT_USER_EMAIL_RECOVERY_V2: initRecovery,
  ACTIVITY_TYPE_RECOVER_USER: async (world) => {
    const { engine } = world
    const { parent, organizationId, userId } = await newSubOrganization(world)
    const target = createTargetKey(engine.random)
    await parent.run('ACTIVITY_TYPE_INIT_USER_EMAIL_RECOVERY', {
      email: ALICE.userEmail,
      targetPublicKey: target.targetPublicKey,
    })
    await engine.idle()
    const key = await target.open(engine.mails.at(-1)!.template['bundle'] as string)
    return {
      client: engine.client(organizationId, apiKeyStamper(key)),
      parameters: { userId, authenticator: engine.passkey().register() },
    }
  },
} satisfies Partial<Preparations>

async function otpLogin(world: World) {
  const { parent } = await newSubOrganization(world)
  const key = world.engine.apiKey()
  const { publicKey } = key
  const verificationToken = await newVerificationToken(world, parent, ALICE.userEmail, publicKey)
  return {
    client: parent,
    parameters: {
      verificationToken,
      publicKey,
      clientSignature: clientSignatureBy(key, verificationToken, { login: { publicKey } }),
      expirationSeconds: '600',
      invalidateExisting: true,
    },
  }
}
