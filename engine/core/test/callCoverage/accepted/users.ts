/** Users, their tags and their credentials. */
import { byAlice, byRoot, type Cast, type Passkey, type Submits } from './cast.ts'

/** A passkey in the browsers' format: version 1. */
function browserPasskey({ authenticatorName, challenge, attestation }: Passkey, userId: string) {
  const { credentialId, clientDataJson, attestationObject, transports } = attestation
  return {
    authenticatorName,
    challenge,
    userId,
    attestation: {
      id: credentialId,
      rawId: credentialId,
      type: 'public-key' as const,
      authenticatorAttachment: 'platform' as const,
      response: {
        clientDataJson,
        attestationObject,
        transports,
        authenticatorAttachment: 'platform' as const,
      },
      clientExtensionResults: { appid: false, appidExclude: false, credProps: { rk: true } },
    },
  }
}

const apiKey = ({ unique, publicKey }: Cast, apiKeyName = 'phone') => ({
  apiKeyName: unique(apiKeyName),
  publicKey: publicKey(),
  expirationSeconds: '900',
})
const curveKey = ({ unique, curveKey: key }: Cast, apiKeyName = 'phone') => ({
  apiKeyName: unique(apiKeyName),
  ...key(),
  expirationSeconds: '900',
})
const user = ({ unique }: Cast) => ({ userName: unique('erin'), userEmail: 'erin@example.com' })
const userPhoneNumber = '+15555550124'
const tokenProvider = async (cast: Cast) => ({
  providerName: 'Example identity',
  oidcToken: await cast.idToken(),
})
const claimsProvider = (cast: Cast) => ({ providerName: 'Example identity', oidcClaims: cast.claims() })

export const userSubmits = {
  ACTIVITY_TYPE_CREATE_USERS: byRoot((cast) => ({
    users: [
      {
        ...user(cast),
        accessType: 'ACCESS_TYPE_ALL',
        apiKeys: [apiKey(cast)],
        authenticators: [browserPasskey(cast.passkey('laptop'), cast.rootUserId)],
        userTags: [cast.userTagId],
      },
    ],
  })),
  ACTIVITY_TYPE_CREATE_USERS_V2: byRoot((cast) => ({
    users: [
      {
        ...user(cast),
        apiKeys: [apiKey(cast)],
        authenticators: [cast.passkey('laptop')],
        userTags: [cast.userTagId],
      },
    ],
  })),
  ACTIVITY_TYPE_CREATE_USERS_V3: byRoot(async (cast) => ({
    users: [
      {
        ...user(cast),
        userPhoneNumber,
        apiKeys: [curveKey(cast, 'laptop')],
        authenticators: [cast.passkey('laptop')],
        oauthProviders: [await tokenProvider(cast)],
        userTags: [cast.userTagId],
      },
    ],
  })),
  ACTIVITY_TYPE_CREATE_USERS_V4: byRoot((cast) => ({
    users: [
      {
        ...user(cast),
        userPhoneNumber,
        apiKeys: [curveKey(cast, 'laptop')],
        authenticators: [cast.passkey('laptop')],
        oauthProviders: [claimsProvider(cast)],
        userTags: [cast.userTagId],
      },
    ],
  })),
  ACTIVITY_TYPE_UPDATE_USER: byRoot(async (cast) => ({
    userId: (await cast.newUser()).userId,
    userName: cast.unique('carol of the desk'),
    userEmail: 'carol@example.com',
    userTagIds: [cast.userTagId],
    userPhoneNumber: '+15555550125',
  })),
  ACTIVITY_TYPE_UPDATE_USER_NAME: byRoot(async (cast) => ({
    userId: (await cast.newUser()).userId,
    userName: cast.unique('carol of the desk'),
  })),
  ACTIVITY_TYPE_UPDATE_USER_EMAIL: byRoot(async (cast) => ({
    userId: (await cast.newUser()).userId,
    userEmail: 'carol@example.com',
    ...(await cast.proofOf('carol@example.com')),
  })),
  ACTIVITY_TYPE_UPDATE_USER_PHONE_NUMBER: byRoot(async (cast) => ({
    userId: (await cast.newUser()).userId,
    userPhoneNumber: '+15555550125',
    ...(await cast.proofOf('+15555550125')),
  })),
  ACTIVITY_TYPE_DELETE_USERS: byRoot(async (cast) => ({ userIds: [(await cast.newUser()).userId] })),
  ACTIVITY_TYPE_CREATE_USER_TAG: byRoot(({ bob, unique }) => ({
    userTagName: unique('desk'),
    userIds: [bob.userId],
  })),
  ACTIVITY_TYPE_UPDATE_USER_TAG: byRoot(async (cast) => ({
    userTagId: await cast.newUserTag(),
    newUserTagName: cast.unique('signers'),
    addUserIds: [cast.bob.userId],
    removeUserIds: [cast.rootUserId],
  })),
  ACTIVITY_TYPE_DELETE_USER_TAGS: byRoot(async (cast) => ({ userTagIds: [await cast.newUserTag()] })),
  ACTIVITY_TYPE_CREATE_API_KEYS: byRoot(async (cast) => ({
    userId: (await cast.newUser()).userId,
    apiKeys: [apiKey(cast)],
  })),
  ACTIVITY_TYPE_CREATE_API_KEYS_V2: byRoot(async (cast) => ({
    userId: (await cast.newUser()).userId,
    apiKeys: [curveKey(cast)],
  })),
  ACTIVITY_TYPE_DELETE_API_KEYS: async (cast) => {
    const { client, userId, apiKeyId } = await cast.newApiKey()
    return { client, parameters: { userId, apiKeyIds: [apiKeyId] } }
  },
  ACTIVITY_TYPE_CREATE_AUTHENTICATORS: byAlice((cast, { userId }) => ({
    userId,
    authenticators: [browserPasskey(cast.passkey('new phone'), userId)],
  })),
  ACTIVITY_TYPE_CREATE_AUTHENTICATORS_V2: byAlice((cast, { userId }) => ({
    userId,
    authenticators: [cast.passkey('new phone')],
  })),
  ACTIVITY_TYPE_DELETE_AUTHENTICATORS: async (cast) => {
    const { client, userId, authenticatorId } = await cast.newPasskey()
    return { client, parameters: { userId, authenticatorIds: [authenticatorId] } }
  },
  ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS: byAlice(async (cast, { userId }) => ({
    userId,
    oauthProviders: [await tokenProvider(cast)],
  })),
  ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS_V2: byAlice((cast, { userId }) => ({
    userId,
    oauthProviders: [claimsProvider(cast)],
  })),
  ACTIVITY_TYPE_DELETE_OAUTH_PROVIDERS: async (cast) => {
    const { alice, userId, providerId } = await cast.newProvider()
    return { client: alice, parameters: { userId, providerIds: [providerId] } }
  },
} satisfies Partial<Submits>
