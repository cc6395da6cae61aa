/** Organizations, features, invitations and webhooks. */
import {
  clientSignatureBy,
  ETHEREUM,
  newSubOrganization,
  newVerificationToken,
  type World,
} from '../world.ts'
import type { Preparations } from './preparation.ts'

const passkeyUser = (world: World) => ({
  userName: 'alice',
  userEmail: 'alice@example.com',
  apiKeys: [{ apiKeyName: 'phone', publicKey: world.engine.apiKey().publicKey, expirationSeconds: '900' }],
  authenticators: [world.engine.passkey().register()],
})
const withCurve = (world: World) => ({
  ...passkeyUser(world),
  apiKeys: [
    {
      apiKeyName: 'phone',
      publicKey: world.engine.apiKey().publicKey,
      curveType: 'API_KEY_CURVE_P256' as const,
      expirationSeconds: '900',
    },
  ],
})
const providers = async (world: World) => [
  { providerName: 'example', oidcToken: await world.issuer.token({ sub: world.unique('subject') }) },
]
const withToken = async (world: World) => {
  const key = world.engine.apiKey()
  const email = 'alice@example.com'
  const verificationToken = await newVerificationToken(world, world.root, email, key.publicKey)
  return {
    verificationToken,
    clientSignature: clientSignatureBy(key, verificationToken, { signup: { email } }),
  }
}
const birth = (world: World) => ({
  subOrganizationName: world.unique('sub-organization'),
  rootQuorumThreshold: 1,
  wallet: { walletName: 'first', accounts: [ETHEREUM], mnemonicLength: 12 },
  disableEmailRecovery: true,
  disableEmailAuth: true,
})
const switches = { disableSmsAuth: true, disableOtpEmailAuth: true }

const invitation = {
  receiverUserName: 'carol',
  receiverUserEmail: 'carol@example.com',
  accessType: 'ACCESS_TYPE_ALL' as const,
}

export async function newEndpoint({ root, unique, webhookReceiver }: World): Promise<string> {
  const url = `${webhookReceiver}/keywright`
  const { endpointId } = await root.run('ACTIVITY_TYPE_CREATE_WEBHOOK_ENDPOINT', {
    url,
    name: unique('ledger'),
  })
  return endpointId
}

/** The ABI of a token's transfer. */
export const TRANSFER_ABI = JSON.stringify([
  {
    type: 'function',
    name: 'transfer',
    inputs: [
      { name: 'to', type: 'address' },
      { name: 'amount', type: 'uint256' },
    ],
  },
])

const interfaceOf = (world: World) => ({
  smartContractAddress: `0x${Buffer.from(world.unique('contract')).toString('hex').padStart(40, '0').slice(-40)}`,
  smartContractInterface: TRANSFER_ABI,
  type: 'SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM' as const,
  label: 'Token',
})

export async function newInterface(world: World): Promise<string> {
  const made = await world.root.run('ACTIVITY_TYPE_CREATE_SMART_CONTRACT_INTERFACE', interfaceOf(world))
  return made.smartContractInterfaceId
}

export const organizationPreparations = {
  ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION: async (world) => ({
    client: world.root,
    parameters: {
      name: world.unique('sub-organization'),
      rootAuthenticator: world.engine.passkey().register(),
    },
  }),
  ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V2: async (world) => ({
    client: world.root,
    parameters: {
      subOrganizationName: world.unique('sub-organization'),
      rootUsers: [passkeyUser(world)],
      rootQuorumThreshold: 1,
    },
  }),
  ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V3: async (world) => ({
    client: world.root,
    parameters: {
      subOrganizationName: world.unique('sub-organization'),
      rootUsers: [passkeyUser(world)],
      rootQuorumThreshold: 1,
      privateKeys: [
        {
          privateKeyName: 'key',
          curve: 'CURVE_ED25519',
          privateKeyTags: [],
          addressFormats: ['ADDRESS_FORMAT_SOLANA'],
        },
      ],
    },
  }),
  ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V4: async (world) => ({
    client: world.root,
    parameters: { ...birth(world), rootUsers: [passkeyUser(world)] },
  }),
  ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V5: async (world) => ({
    client: world.root,
    parameters: {
      ...birth(world),
      rootUsers: [{ ...passkeyUser(world), oauthProviders: await providers(world) }],
    },
  }),
  ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V6: async (world) => ({
    client: world.root,
    parameters: {
      ...birth(world),
      rootUsers: [{ ...withCurve(world), oauthProviders: await providers(world) }],
    },
  }),
  ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V7: async (world) => ({
    client: world.root,
    parameters: {
      ...birth(world),
      ...switches,
      ...(await withToken(world)),
      rootUsers: [
        {
          ...withCurve(world),
          userPhoneNumber: '+15555550123',
          oauthProviders: await providers(world),
        },
      ],
    },
  }),
  ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V8: async (world) => ({
    client: world.root,
    parameters: {
      ...birth(world),
      ...switches,
      ...(await withToken(world)),
      rootUsers: [
        {
          ...withCurve(world),
          userPhoneNumber: '+15555550123',
          oauthProviders: [
            {
              providerName: 'example',
              oidcClaims: { iss: world.issuer.url, sub: world.unique('subject'), aud: 'app' },
            },
          ],
        },
      ],
    },
  }),
  ACTIVITY_TYPE_DELETE_SUB_ORGANIZATION: async (world) => ({
    client: (await newSubOrganization(world)).alice,
    parameters: { deleteWithoutExport: true },
  }),
  ACTIVITY_TYPE_UPDATE_ORGANIZATION_NAME: async ({ root, unique }) => ({
    client: root,
    parameters: { organizationName: unique('Example') },
  }),
  ACTIVITY_TYPE_UPDATE_ROOT_QUORUM: async (world) => {
    const { alice, userId } = await newSubOrganization(world)
    return { client: alice, parameters: { threshold: 1, userIds: [userId] } }
  },
  ACTIVITY_TYPE_SET_ORGANIZATION_FEATURE: async (world) => ({
    client: (await newSubOrganization(world)).alice,
    parameters: { name: 'FEATURE_NAME_WEBAUTHN_ORIGINS', value: 'https://app.example.com' },
  }),
  ACTIVITY_TYPE_REMOVE_ORGANIZATION_FEATURE: async (world) => ({
    client: (await newSubOrganization(world)).alice,
    parameters: { name: 'FEATURE_NAME_SMS_AUTH' },
  }),
  ACTIVITY_TYPE_CREATE_INVITATIONS: async ({ root, rootUserId, userTagId }) => ({
    client: root,
    parameters: { invitations: [{ ...invitation, receiverUserTags: [userTagId], senderUserId: rootUserId }] },
  }),
  ACTIVITY_TYPE_DELETE_INVITATION: async ({ root, rootUserId, unique }) => {
    const receiverUserName = unique('carol')
    const { invitationIds } = await root.run('ACTIVITY_TYPE_CREATE_INVITATIONS', {
      invitations: [{ ...invitation, receiverUserName, receiverUserTags: [], senderUserId: rootUserId }],
    })
    return { client: root, parameters: { invitationId: invitationIds[0]! } }
  },
  ACTIVITY_TYPE_CREATE_WEBHOOK_ENDPOINT: async ({ root, unique, webhookReceiver }) => ({
    client: root,
    parameters: {
      url: `${webhookReceiver}/keywright`,
      name: unique('ledger'),
      subscriptions: [{ eventType: 'ACTIVITY_UPDATES', filtersJson: '{}', isActive: true }],
    },
  }),
  ACTIVITY_TYPE_UPDATE_WEBHOOK_ENDPOINT: async (world) => ({
    client: world.root,
    parameters: {
      endpointId: await newEndpoint(world),
      url: `${world.webhookReceiver}/other`,
      name: world.unique('ledger'),
      isActive: false,
    },
  }),
  ACTIVITY_TYPE_CREATE_SMART_CONTRACT_INTERFACE: async (world) => ({
    client: world.root,
    parameters: { ...interfaceOf(world), notes: 'transfers only' },
  }),
  ACTIVITY_TYPE_DELETE_SMART_CONTRACT_INTERFACE: async (world) => ({
    client: world.root,
    parameters: { smartContractInterfaceId: await newInterface(world) },
  }),
  ACTIVITY_TYPE_DELETE_WEBHOOK_ENDPOINT: async (world) => ({
    client: world.root,
    parameters: { endpointId: await newEndpoint(world) },
  }),
} satisfies Partial<Preparations>
