/** Organizations, features, invitations and webhooks. */
import { ETHEREUM, TRANSFER_ABI } from '../world.ts'
import { byAlice, byRoot, type Cast, type Submits } from './cast.ts'

const userEmail = 'bob@example.com'
const userPhoneNumber = '+15555550124'
const person = (cast: Cast) => ({
  userName: 'bob',
  userEmail,
  authenticators: [cast.passkey('phone')],
})
const keyOf = (publicKey: string) => ({ apiKeyName: 'phone', publicKey, expirationSeconds: '900' })
const rootUser = (cast: Cast) => ({ ...person(cast), apiKeys: [keyOf(cast.publicKey())] })
const withCurve = (cast: Cast) => {
  const { publicKey, curveType } = cast.curveKey()
  return { ...person(cast), apiKeys: [{ ...keyOf(publicKey), curveType }] }
}
const tokens = async (cast: Cast) => [{ providerName: 'Example identity', oidcToken: await cast.idToken() }]
const birth = <U>(cast: Cast, rootUser: U) => ({
  subOrganizationName: cast.unique('bob'),
  rootUsers: [rootUser],
  rootQuorumThreshold: 1,
  wallet: { walletName: 'Main', accounts: [ETHEREUM], mnemonicLength: 12 },
  disableEmailRecovery: true,
  disableEmailAuth: true,
})
const switches = { disableSmsAuth: true, disableOtpEmailAuth: true }

export const organizationSubmits = {
  ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION: byRoot((cast) => ({
    name: cast.unique('bob'),
    rootAuthenticator: cast.passkey('phone'),
  })),
  ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V2: byRoot((cast) => ({
    subOrganizationName: cast.unique('bob'),
    rootUsers: [rootUser(cast)],
    rootQuorumThreshold: 1,
  })),
  ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V3: byRoot((cast) => ({
    subOrganizationName: cast.unique('bob'),
    rootUsers: [rootUser(cast)],
    rootQuorumThreshold: 1,
    privateKeys: [
      {
        privateKeyName: 'key',
        curve: 'CURVE_ED25519',
        privateKeyTags: [],
        addressFormats: ['ADDRESS_FORMAT_SOLANA'],
      },
    ],
  })),
  ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V4: byRoot((cast) => birth(cast, rootUser(cast))),
  ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V5: byRoot(async (cast) =>
    birth(cast, { ...rootUser(cast), oauthProviders: await tokens(cast) }),
  ),
  ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V6: byRoot(async (cast) =>
    birth(cast, { ...withCurve(cast), oauthProviders: await tokens(cast) }),
  ),
  ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V7: byRoot(async (cast) => ({
    ...birth(cast, { ...withCurve(cast), userPhoneNumber, oauthProviders: await tokens(cast) }),
    ...switches,
    ...(await cast.signupProof(userEmail)),
  })),
  ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V8: byRoot(async (cast) => ({
    ...birth(cast, {
      ...withCurve(cast),
      userPhoneNumber,
      oauthProviders: [{ providerName: 'Example identity', oidcClaims: cast.claims() }],
    }),
    ...switches,
    ...(await cast.signupProof(userEmail)),
  })),
  ACTIVITY_TYPE_DELETE_SUB_ORGANIZATION: byAlice(() => ({ deleteWithoutExport: true })),
  ACTIVITY_TYPE_UPDATE_ORGANIZATION_NAME: byRoot(({ unique }) => ({
    organizationName: unique('Example payouts'),
  })),
  ACTIVITY_TYPE_UPDATE_ROOT_QUORUM: byAlice((_, { userId }) => ({ threshold: 1, userIds: [userId] })),
  ACTIVITY_TYPE_SET_ORGANIZATION_FEATURE: byAlice(() => ({
    name: 'FEATURE_NAME_WEBAUTHN_ORIGINS',
    value: 'https://app.example.com',
  })),
  ACTIVITY_TYPE_REMOVE_ORGANIZATION_FEATURE: byAlice(() => ({ name: 'FEATURE_NAME_SMS_AUTH' })),
  ACTIVITY_TYPE_CREATE_INVITATIONS: byRoot(({ rootUserId, userTagId }) => ({
    invitations: [
      {
        receiverUserName: 'erin',
        receiverUserEmail: 'erin@example.com',
        accessType: 'ACCESS_TYPE_ALL',
        receiverUserTags: [userTagId],
        senderUserId: rootUserId,
      },
    ],
  })),
  ACTIVITY_TYPE_DELETE_INVITATION: byRoot(async (cast) => ({ invitationId: await cast.newInvitation() })),
  ACTIVITY_TYPE_CREATE_WEBHOOK_ENDPOINT: byRoot(({ unique, webhookReceiver }) => ({
    url: `${webhookReceiver}/alerts`,
    name: unique('alerts'),
    subscriptions: [{ eventType: 'ACTIVITY_UPDATES', filtersJson: '{}', isActive: true }],
  })),
  ACTIVITY_TYPE_UPDATE_WEBHOOK_ENDPOINT: byRoot(async (cast) => ({
    endpointId: await cast.newEndpoint(),
    url: `${cast.webhookReceiver}/other`,
    name: cast.unique('ledger, moved'),
    isActive: false,
  })),
  ACTIVITY_TYPE_DELETE_WEBHOOK_ENDPOINT: byRoot(async (cast) => ({ endpointId: await cast.newEndpoint() })),
  ACTIVITY_TYPE_CREATE_SMART_CONTRACT_INTERFACE: byRoot((cast) => ({
    smartContractAddress: cast.contractAddress(),
    smartContractInterface: TRANSFER_ABI,
    type: 'SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM',
    label: 'Test USD',
    notes: 'Stablecoin on Base',
  })),
  ACTIVITY_TYPE_DELETE_SMART_CONTRACT_INTERFACE: byRoot(async (cast) => ({
    smartContractInterfaceId: await cast.newInterface(),
  })),
} satisfies Partial<Submits>
