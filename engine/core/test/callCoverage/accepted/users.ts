/** Users, their tags and their credentials. */
import { newSubOrganization, newUser, newVerificationToken, type World } from '../world.ts'
import type { Preparations } from './preparation.ts'

/** A passkey in the browsers' format: version 1. */
function browserPasskey({ engine }: World, userId: string) {
  const { authenticatorName, challenge, attestation } = engine.passkey().register()
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

const apiKey = ({ engine, unique }: World) => ({
  apiKeyName: unique('key'),
  publicKey: engine.apiKey().publicKey,
  expirationSeconds: '900',
})
const apiKeyOfCurve = (world: World) => ({
  ...apiKey(world),
  publicKey: world.engine.apiKey('API_KEY_CURVE_ED25519').publicKey,
  curveType: 'API_KEY_CURVE_ED25519' as const,
})
const user = ({ unique, userTagId, engine }: World) => ({
  userName: unique('user'),
  userEmail: 'carol@example.com',
  authenticators: [engine.passkey().register()],
  userTags: [userTagId],
})
const tokenProvider = async ({ issuer, unique }: World) => ({
  providerName: 'example',
  oidcToken: await issuer.token({ sub: unique('subject') }),
})
const claimsProvider = ({ issuer, unique }: World) => ({
  providerName: 'example',
  oidcClaims: { iss: issuer.url, sub: unique('subject'), aud: 'app' },
})

const newTag = async ({ root, unique }: World) =>
  (await root.run('ACTIVITY_TYPE_CREATE_USER_TAG', { userTagName: unique('tag'), userIds: [] })).userTagId

export const userPreparations = {
  ACTIVITY_TYPE_CREATE_USERS: async (world) => {
    const { authenticators: _, ...rest } = user(world)
    return {
      client: world.root,
      parameters: {
        users: [
          {
            ...rest,
            accessType: 'ACCESS_TYPE_ALL',
            apiKeys: [apiKey(world)],
            authenticators: [browserPasskey(world, world.rootUserId)],
          },
        ],
      },
    }
  },
  ACTIVITY_TYPE_CREATE_USERS_V2: async (world) => ({
    client: world.root,
    parameters: { users: [{ ...user(world), apiKeys: [apiKey(world)] }] },
  }),
  ACTIVITY_TYPE_CREATE_USERS_V3: async (world) => ({
    client: world.root,
    parameters: {
      users: [
        {
          ...user(world),
          userPhoneNumber: '+15555550124',
          apiKeys: [apiKeyOfCurve(world)],
          oauthProviders: [await tokenProvider(world)],
        },
      ],
    },
  }),
  ACTIVITY_TYPE_CREATE_USERS_V4: async (world) => ({
    client: world.root,
    parameters: {
      users: [
        {
          ...user(world),
          userPhoneNumber: '+15555550124',
          apiKeys: [apiKeyOfCurve(world)],
          oauthProviders: [claimsProvider(world)],
        },
      ],
    },
  }),
  ACTIVITY_TYPE_UPDATE_USER: async (world) => ({
    client: world.root,
    parameters: {
      userId: (await newUser(world)).userId,
      userName: world.unique('user'),
      userEmail: 'carol@example.com',
      userTagIds: [world.userTagId],
      userPhoneNumber: '+15555550125',
    },
  }),
  ACTIVITY_TYPE_UPDATE_USER_NAME: async (world) => ({
    client: world.root,
    parameters: { userId: (await newUser(world)).userId, userName: world.unique('user') },
  }),
  ACTIVITY_TYPE_UPDATE_USER_EMAIL: async (world) => {
    const { publicKey } = world.rootKey
    const userEmail = 'dave@example.com'
    return {
      client: world.root,
      parameters: {
        userId: (await newUser(world)).userId,
        userEmail,
        verificationToken: await newVerificationToken(world, world.root, userEmail, publicKey),
      },
    }
  },
  ACTIVITY_TYPE_UPDATE_USER_PHONE_NUMBER: async (world) => {
    const { userId } = await newUser(world)
    const userPhoneNumber = '+15555550126'
    const { otpId } = await world.root.run('ACTIVITY_TYPE_INIT_OTP', {
      otpType: 'OTP_TYPE_SMS',
      contact: userPhoneNumber,
    })
    await world.engine.idle()
    const otpCode = world.engine.messages.at(-1)!.template['code'] as string
    const { verificationToken } = await world.root.run('ACTIVITY_TYPE_VERIFY_OTP', { otpId, otpCode })
    return { client: world.root, parameters: { userId, userPhoneNumber, verificationToken } }
  },
  ACTIVITY_TYPE_DELETE_USERS: async (world) => ({
    client: world.root,
    parameters: { userIds: [(await newUser(world)).userId] },
  }),
  ACTIVITY_TYPE_CREATE_USER_TAG: async ({ root, bob, unique }) => ({
    client: root,
    parameters: { userTagName: unique('tag'), userIds: [bob.userId] },
  }),
  ACTIVITY_TYPE_UPDATE_USER_TAG: async (world) => ({
    client: world.root,
    parameters: {
      userTagId: await newTag(world),
      newUserTagName: world.unique('tag'),
      addUserIds: [world.bob.userId],
      removeUserIds: [world.rootUserId],
    },
  }),
  ACTIVITY_TYPE_DELETE_USER_TAGS: async (world) => ({
    client: world.root,
    parameters: { userTagIds: [await newTag(world)] },
  }),
  ACTIVITY_TYPE_CREATE_API_KEYS: async (world) => ({
    client: world.root,
    parameters: { userId: (await newUser(world)).userId, apiKeys: [apiKey(world)] },
  }),
  ACTIVITY_TYPE_CREATE_API_KEYS_V2: async (world) => ({
    client: world.root,
    parameters: { userId: (await newUser(world)).userId, apiKeys: [apiKeyOfCurve(world)] },
  }),
  ACTIVITY_TYPE_DELETE_API_KEYS: async (world) => {
    const { userId } = await newUser(world)
    const { apiKeyIds } = await world.root.run('ACTIVITY_TYPE_CREATE_API_KEYS', {
      userId,
      apiKeys: [apiKey(world)],
    })
    return { client: world.root, parameters: { userId, apiKeyIds } }
  },
  ACTIVITY_TYPE_CREATE_AUTHENTICATORS: async (world) => {
    const { userId } = await newUser(world)
    return {
      client: world.root,
      parameters: { userId, authenticators: [browserPasskey(world, userId)] },
    }
  },
  ACTIVITY_TYPE_CREATE_AUTHENTICATORS_V2: async (world) => ({
    client: world.root,
    parameters: {
      userId: (await newUser(world)).userId,
      authenticators: [world.engine.passkey().register()],
    },
  }),
  ACTIVITY_TYPE_DELETE_AUTHENTICATORS: async (world) => {
    const { userId } = await newUser(world)
    const { authenticatorIds } = await world.root.run('ACTIVITY_TYPE_CREATE_AUTHENTICATORS_V2', {
      userId,
      authenticators: [world.engine.passkey().register()],
    })
    return { client: world.root, parameters: { userId, authenticatorIds } }
  },
  ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS: async (world) => {
    const { alice, userId } = await newSubOrganization(world)
    return { client: alice, parameters: { userId, oauthProviders: [await tokenProvider(world)] } }
  },
  ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS_V2: async (world) => {
    const { alice, userId } = await newSubOrganization(world)
    return { client: alice, parameters: { userId, oauthProviders: [claimsProvider(world)] } }
  },
  ACTIVITY_TYPE_DELETE_OAUTH_PROVIDERS: async (world) => {
    const { alice, userId } = await newSubOrganization(world)
    const { providerIds } = await alice.run('ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS_V2', {
      userId,
      oauthProviders: [claimsProvider(world)],
    })
    return { client: alice, parameters: { userId, providerIds } }
  },
} satisfies Partial<Preparations>
