/** New objects of a world, one for each request. */
import { oidcNonceOf, parseHex, toUtf8 } from '@keywright/keys'
import {
  ALICE,
  apiKeyStamper,
  clientSignatureBy,
  createTargetKey,
  newCode,
  newVerificationToken,
  type SubOrganization,
  sealSecret,
} from '../../support/index.ts'
import {
  newEndpoint,
  newInterface,
  newPrivateKey,
  newSealedCode,
  newSubOrganization,
  newTargetPublicKey,
  newUser,
  newWaitingActivity,
  newWallet,
  uniqueAddress,
  type World,
} from '../world.ts'
import type { Cast } from './cast.ts'

// The public test phrase: BIP-39's first vector.
const PHRASE = toUtf8(`${'abandon '.repeat(11)}about`)
const SECRETS = { wallet: PHRASE, 'private key': parseHex('11'.repeat(32), 'private key') }

/** @param newSub the sub-organization of alice. Default: a new one for each request */
export function castOf(world: World, newSub = () => newSubOrganization(world)): Cast {
  const { engine, root, unique, issuer, bob, rootUserId } = world
  const publicKey = () => engine.apiKey().publicKey
  return {
    ...world,
    ...credentialsOf(world, newSub),
    untaggedKeyIds: [world.privateKeyId],
    also: (members) => members,
    activity: async () =>
      (await root.query('list_activities', { paginationOptions: { limit: '1' } })).activities[0]!.id,
    apiKeyOfBob: async () => (await root.query('get_api_keys', { userId: bob.userId })).apiKeys[0]!.apiKeyId,
    passkeyOf: async ({ alice, userId }) =>
      (await alice.query('get_authenticators', { userId })).authenticators[0]!.authenticatorId,

    newUser: () => newUser(world),
    newUserTag: async () =>
      (await root.run('ACTIVITY_TYPE_CREATE_USER_TAG', { userTagName: unique('tag'), userIds: [] }))
        .userTagId,
    newPrivateKeyTag: async () => {
      const tag = { privateKeyTagName: unique('tag'), privateKeyIds: [] }
      return (await root.run('ACTIVITY_TYPE_CREATE_PRIVATE_KEY_TAG', tag)).privateKeyTagId
    },
    newWallet: async () => {
      const { walletId, addresses } = await newWallet(world)
      const { accounts } = await root.query('list_wallet_accounts', { walletId })
      return { walletId, address: addresses[0]!, walletAccountId: accounts[0]!.walletAccountId }
    },
    newPrivateKey: () => newPrivateKey(world),
    newPolicy: async () => {
      const policy = { policyName: unique('policy'), effect: 'EFFECT_ALLOW', consensus: 'false' } as const
      return (await root.run('ACTIVITY_TYPE_CREATE_POLICY_V3', policy)).policyId
    },
    newInvitation: async () => {
      const { invitationIds } = await root.run('ACTIVITY_TYPE_CREATE_INVITATIONS', {
        invitations: [
          {
            receiverUserName: unique('carol'),
            receiverUserEmail: 'carol@example.com',
            accessType: 'ACCESS_TYPE_ALL',
            receiverUserTags: [],
            senderUserId: rootUserId,
          },
        ],
      })
      return invitationIds[0]!
    },
    newEndpoint: () => newEndpoint(world),
    newInterface: () => newInterface(world),
    newWaitingActivity: () => newWaitingActivity(world),
    newSub,

    targetPublicKey: () => newTargetPublicKey(world),
    publicKey,
    curveKey: () => ({
      publicKey: engine.apiKey('API_KEY_CURVE_ED25519').publicKey,
      curveType: 'API_KEY_CURVE_ED25519',
    }),
    passkey: (name) => engine.passkey().register(name),
    claims: () => ({ iss: issuer.url, sub: unique('subject'), aud: 'app' }),
    idToken: () => issuer.token({ sub: unique('subject') }),
    contractAddress: () => uniqueAddress(world),
  }
}

/** Imports, credentials, and the steps before a sign-in. */
function credentialsOf(world: World, newSub: () => Promise<SubOrganization>) {
  const { engine, root, unique, issuer } = world
  return {
    /** A new root user per import, because root users import for themselves and a target belongs to one user. */
    async newImporter() {
      const { client, userId } = await newUser(world)
      await root.run('ACTIVITY_TYPE_CREATE_POLICY_V3', {
        policyName: unique('import'),
        effect: 'EFFECT_ALLOW',
        condition: "activity.action == 'IMPORT'",
        consensus: `approvers.any(a, a.id == '${userId}')`,
      })
      return { client, userId }
    },
    async newImport(secret: keyof typeof SECRETS) {
      const { client, userId } = await this.newImporter()
      const { importBundle } = await client.run('ACTIVITY_TYPE_INIT_IMPORT_WALLET', { userId })
      const encryptedBundle = await sealSecret(engine, root, SECRETS[secret], { importBundle, userId })
      return { client, userId, encryptedBundle }
    },
    async newApiKey() {
      const { userId } = await newUser(world)
      const { apiKeyIds } = await root.run('ACTIVITY_TYPE_CREATE_API_KEYS', {
        userId,
        apiKeys: [
          { apiKeyName: unique('key'), publicKey: engine.apiKey().publicKey, expirationSeconds: '900' },
        ],
      })
      return { client: root, userId, apiKeyId: apiKeyIds[0]! }
    },
    async newPasskey() {
      const { userId } = await newUser(world)
      const authenticators = [engine.passkey().register()]
      const { authenticatorIds } = await root.run('ACTIVITY_TYPE_CREATE_AUTHENTICATORS_V2', {
        userId,
        authenticators,
      })
      return { client: root, userId, authenticatorId: authenticatorIds[0]! }
    },
    async newProvider() {
      const sub = await newSub()
      const subject = unique('subject')
      const oidcClaims = { iss: issuer.url, sub: subject, aud: 'app' }
      const { providerIds } = await sub.alice.run('ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS_V2', {
        userId: sub.userId,
        oauthProviders: [{ providerName: 'example', oidcClaims }],
      })
      const token = (publicKey: string) => issuer.token({ sub: subject, nonce: oidcNonceOf(publicKey) })
      return { ...sub, providerId: providerIds[0]!, token }
    },
    async newCode(type: Parameters<Cast['newCode']>[0]) {
      const sub = await newSub()
      return { ...sub, ...(await newCode(engine, sub.parent, ALICE.userEmail, type)) }
    },
    async newSealedCode() {
      const sub = await newSub()
      return { ...sub, ...(await newSealedCode(world, sub.parent, sub.organizationId)) }
    },
    async newLogin() {
      const sub = await newSub()
      const key = engine.apiKey()
      const { publicKey } = key
      const verificationToken = await newVerificationToken(engine, sub.parent, ALICE.userEmail, publicKey)
      const clientSignature = clientSignatureBy(key, verificationToken, { login: { publicKey } })
      return { ...sub, login: { verificationToken, publicKey, clientSignature } }
    },
    async newRecovery() {
      const { parent, organizationId, userId } = await newSub()
      const target = createTargetKey(engine.random)
      await parent.run('ACTIVITY_TYPE_INIT_USER_EMAIL_RECOVERY', {
        email: ALICE.userEmail,
        targetPublicKey: target.targetPublicKey,
      })
      await engine.idle()
      const key = await target.open(engine.mails.at(-1)!.template['bundle'] as string)
      return { client: engine.client(organizationId, apiKeyStamper(key)), userId }
    },
    /** A token that is bound to a key for an email address, and one that is not for a phone number. */
    async proofOf(contact: string) {
      const bound = contact.includes('@') ? world.rootKey.publicKey : undefined
      return { verificationToken: await newVerificationToken(engine, root, contact, bound) }
    },
    async signupProof(email: string) {
      const key = engine.apiKey()
      const verificationToken = await newVerificationToken(engine, root, email, key.publicKey)
      return {
        verificationToken,
        clientSignature: clientSignatureBy(key, verificationToken, { signup: { email } }),
      }
    },
  }
}
