/** Requests that several causes change one member of. */
import type { Cause } from '../prober.ts'

/** An id of nothing and nobody. */
export const NOBODY = '00000000-0000-4000-8000-000000000000'

export const WALLET = { walletName: 'Wallet', accounts: [] }

export const ACCOUNT = {
  curve: 'CURVE_SECP256K1',
  pathFormat: 'PATH_FORMAT_BIP32',
  path: "m/44'/60'/0'/0/0",
  addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
}

/** Of a user without any way to sign in. */
const USER = { userName: 'Dora', apiKeys: [], authenticators: [], oauthProviders: [], userTags: [] }

export const wallet =
  (change: object): Cause =>
  (prober) =>
    prober.submit('CREATE_WALLET', { ...WALLET, ...change })

export const framed =
  (frame: object): Cause =>
  (prober) =>
    prober.submit('CREATE_WALLET', WALLET, frame)

export const user =
  (change: object): Cause =>
  (prober) =>
    prober.submit('CREATE_USERS_V4', { users: [{ ...USER, ...change }] })

export const policy =
  (change: object): Cause =>
  (prober) =>
    prober.submit('CREATE_POLICY_V3', {
      policyName: 'Policy',
      effect: 'EFFECT_ALLOW',
      condition: 'true',
      notes: '',
      ...change,
    })

export const quorum =
  (change: object): Cause =>
  (prober) =>
    prober.submit('UPDATE_ROOT_QUORUM', { threshold: 1, userIds: [prober.rootUserId], ...change })

/** An API key as calls take it. */
export const apiKey = (publicKey: string, apiKeyName = 'Key') => ({
  apiKeyName,
  publicKey,
  curveType: 'API_KEY_CURVE_P256',
})
