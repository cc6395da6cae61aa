/** Expiring API keys that a sign-in makes: what they are called, how long they live, and how a client gets one. */
import { defaults } from '@keywright/contract'
import { createCredentialBundle, generateP256KeyPair, toHex } from '@keywright/keys'
import type { Context } from '../../context.ts'
import type { UserRow } from '../../store/tables.ts'
import { assertTargetPublicKey } from '../targetPublicKey.ts'
import { nameAt, newApiKey, withApiKeys } from './credentials.ts'
import { saveUser } from './saveUser.ts'

export type KeyKind = keyof typeof KINDS

/** The credential type of a recovery key, which stamps `recover_user` and nothing else. */
export const RECOVERY_KEY = 'CREDENTIAL_TYPE_RECOVER_USER_KEY_P256'

const KINDS = {
  emailAuth: {
    type: 'CREDENTIAL_TYPE_EMAIL_AUTH_KEY_P256',
    name: defaults.apiKeyNames.emailAuth,
    lifetime: defaults.credentialExpiry,
  },
  otpAuth: {
    type: 'CREDENTIAL_TYPE_OTP_AUTH_KEY_P256',
    name: defaults.apiKeyNames.otpAuth,
    lifetime: defaults.credentialExpiry,
  },
  oauth: {
    type: 'CREDENTIAL_TYPE_OAUTH_KEY_P256',
    name: defaults.apiKeyNames.oauth,
    lifetime: defaults.credentialExpiry,
  },
  readWriteSession: {
    type: 'CREDENTIAL_TYPE_READ_WRITE_SESSION_KEY_P256',
    name: defaults.apiKeyNames.readWriteSession,
    lifetime: defaults.readWriteSession,
  },
  recovery: {
    type: RECOVERY_KEY,
    name: defaults.apiKeyNames.recovery,
    lifetime: defaults.credentialExpiry,
  },
  stampLogin: {
    type: 'CREDENTIAL_TYPE_LOGIN',
    name: defaults.apiKeyNames.stampLogin,
    lifetime: defaults.credentialExpiry,
  },
  otpLogin: {
    type: 'CREDENTIAL_TYPE_LOGIN',
    name: defaults.apiKeyNames.otpLogin,
    lifetime: defaults.credentialExpiry,
  },
  oauthLogin: {
    type: 'CREDENTIAL_TYPE_LOGIN',
    name: defaults.apiKeyNames.oauthLogin,
    lifetime: defaults.credentialExpiry,
  },
} as const

/** What requests may say about the key. */
export interface KeyWishes {
  readonly apiKeyName?: string
  /** Decimal seconds. */
  readonly expirationSeconds?: string
  /** Ends the user's earlier keys of the same type. */
  readonly invalidateExisting?: boolean
}

/**
 * Makes a key pair, registers its public half and seals the private half to the client.
 * @throws ApiError 400 when the target key is no point of P-256, or public with its private half
 */
export async function issueKey(
  context: Context,
  user: UserRow,
  kind: KeyKind,
  { targetPublicKey, ...wishes }: KeyWishes & { readonly targetPublicKey: string },
): Promise<{ apiKeyId: string; credentialBundle: string }> {
  assertTargetPublicKey(context, targetPublicKey)
  const { privateKey, publicKey } = generateP256KeyPair(context.random)
  const credentialBundle = await createCredentialBundle(privateKey, targetPublicKey, context.random)
  const { apiKeyId } = await registerKey(context, user, kind, { ...wishes, publicKey: toHex(publicKey) })
  return { apiKeyId, credentialBundle }
}

/**
 * Registers a public key for a while; the same key of the same type starts anew.
 * @returns id, name and end (milliseconds) of the key
 * @throws ApiError 400 when it is no compressed point of P-256, 409 when it is somebody's already
 */
export async function registerKey(
  context: Context,
  user: UserRow,
  kind: KeyKind,
  {
    publicKey,
    apiKeyName,
    expirationSeconds,
    invalidateExisting,
  }: KeyWishes & { readonly publicKey: string },
): Promise<{ apiKeyId: string; publicKey: string; expiry: number }> {
  const { type, name, lifetime } = KINDS[kind]
  const params = {
    apiKeyName: apiKeyName ?? nameAt(name, context.now),
    publicKey,
    expirationSeconds: expirationSeconds ?? String(lifetime),
  }
  const key = { ...newApiKey(context, params), credentialType: type }
  const apiKeys = user.apiKeys.filter(
    (other) => other.credentialType !== type || !(invalidateExisting || other.publicKey === key.publicKey),
  )
  await saveUser(context, user, withApiKeys({ ...user, apiKeys }, [key], context.now))
  return {
    apiKeyId: key.apiKeyId,
    publicKey: key.publicKey,
    expiry: context.now + Number(params.expirationSeconds) * 1000,
  }
}
