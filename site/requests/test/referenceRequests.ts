/** The reference's example request per call, with as many members as are valid together. */
import {
  type ActivityTypeOf,
  type CallName,
  calls,
  type IntentOf,
  type QueryName,
  type RequestOf,
  type SubmitName,
} from '@keywright/contract'
import { seededRandom } from '@keywright/host'
import { apiPublicKeyOf, type Random } from '@keywright/keys'
import { createPasskey } from '@keywright/keys/passkey'
import { READERS_ORGANIZATION } from '../../src/reference/examples.ts'
import type { Body } from '../pageRequests.ts'
import {
  ACTIVITY,
  ALICE,
  ALICES,
  ALICES_PASSKEY,
  ALICES_SESSION,
  CAROL,
  FAUCET,
  OTP,
  OTP_CODE,
  POLICY,
  ROOT,
  TAG,
  WALLET,
} from './cast.ts'
import { ETHEREUM, ETHEREUM_ADDRESS, SENT_AT } from './examplesState.ts'
import { INTERFACE, type Made, TARGET_PUBLIC_KEY } from './forReference.ts'

type Parameters = {
  [N in CallName]: N extends QueryName
    ? Omit<RequestOf<N>, 'organizationId'>
    : N extends SubmitName
      ? IntentOf<ActivityTypeOf<N>>
      : never
}

/** An ID token for a user of the development server's own issuer. */
export type Mint = (targetPublicKey: string) => string

/** Bodies by call. */
export function referenceRequests(made: Made, mint: Mint): Readonly<Record<CallName, Body>> {
  const random = seededRandom('examples of the reference')
  const alices: Partial<Parameters> = inAlicesOrganization(made, mint, random)
  const all: Partial<Parameters> = { ...alices, ...inReadersOrganization(made, random) }
  return Object.fromEntries(
    Object.values(calls).map((call) => {
      const { name } = call
      const organizationId = name in alices ? ALICES : READERS_ORGANIZATION
      const parameters = all[name] as Body
      return [
        name,
        call.kind === 'query'
          ? { organizationId, ...parameters }
          : { type: call.postedType, timestampMs: String(SENT_AT), organizationId, parameters },
      ]
    }),
  ) as Record<CallName, Body>
}

const ACCOUNT = { ...ETHEREUM, path: "m/44'/60'/0'/0/7", name: 'seventh' }
const PAGE = { limit: '20' }
const DIGEST = '1c8aff950685c2ed4bc3174f3472287b56d9517b9c948127319a09a7a36deac8'
const RAW = {
  encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
  hashFunction: 'HASH_FUNCTION_NO_OP',
} as const
/** A thousandth of an ether on chain 11155111. */
const UNSIGNED_TRANSACTION =
  '02f283aa36a780843b9aca008504a817c800825208949858effd232b4033e47d90003d41ec34ecaeda9487038d7ea4c6800080c0'
const RULE = {
  effect: 'EFFECT_ALLOW',
  condition: "activity.resource == 'WALLET'",
  consensus: 'approvers.count() >= 2',
  notes: 'Wallets together',
} as const
const CLAIMS = { iss: 'https://id.example.com', sub: '110169484474386276334', aud: 'wallet-web' }

const passkeyOf = (random: Random, authenticatorName: string) => ({
  ...createPasskey({ random, origin: 'https://example.com', rpId: 'example.com' }).register(),
  authenticatorName,
})

/** The key is publicly known, so `keywright serve` rejects what readers copy. */
const apiKeyOf = (apiKeyName: string) => ({
  apiKeyName,
  publicKey: apiPublicKeyOf('API_KEY_CURVE_P256', '7'.padStart(64, '0')),
  curveType: 'API_KEY_CURVE_P256' as const,
  expirationSeconds: '900',
})

const inReadersOrganization = (made: Made, random: Random) =>
  ({
    whoami: {},
    get_organization_configs: {},
    list_suborgs: { filterType: 'EMAIL', filterValue: 'alice@example.com', paginationOptions: PAGE },
    list_verified_suborgs: { filterType: 'EMAIL', filterValue: 'alice@example.com', paginationOptions: PAGE },
    create_sub_organization: {
      subOrganizationName: 'bob',
      rootUsers: [
        {
          userName: 'bob',
          userEmail: 'bob@example.com',
          userPhoneNumber: '+15555550124',
          apiKeys: [apiKeyOf('phone')],
          authenticators: [passkeyOf(random, 'phone')],
          oauthProviders: [{ providerName: 'Example identity', oidcClaims: CLAIMS }],
        },
      ],
      rootQuorumThreshold: 1,
      wallet: { walletName: 'Main', accounts: [ETHEREUM], mnemonicLength: 12 },
      disableEmailRecovery: true,
      disableEmailAuth: true,
      disableSmsAuth: true,
      disableOtpEmailAuth: true,
    },
    update_organization_name: { organizationName: 'Example payouts' },
    create_invitations: {
      invitations: [
        {
          receiverUserName: 'erin',
          receiverUserEmail: 'erin@example.com',
          accessType: 'ACCESS_TYPE_ALL',
          receiverUserTags: [TAG],
          senderUserId: ROOT,
        },
      ],
    },
    delete_invitation: { invitationId: made.invitationId },
    get_policy: { policyId: POLICY },
    list_policies: {},
    get_policy_evaluations: { activityId: ACTIVITY },
    create_policy: { policyName: 'wallets', ...RULE },
    create_policies: { policies: [{ policyName: 'wallets', ...RULE }] },
    update_policy: {
      policyId: POLICY,
      policyName: 'payouts wait for two',
      policyEffect: RULE.effect,
      policyCondition: `wallet.id == '${WALLET}'`,
      policyConsensus: RULE.consensus,
      policyNotes: 'Payouts together',
    },
    delete_policy: { policyId: POLICY },
    delete_policies: { policyIds: [POLICY] },
    get_smart_contract_interface: { smartContractInterfaceId: made.smartContractInterfaceId },
    list_smart_contract_interfaces: {},
    create_smart_contract_interface: {
      ...INTERFACE,
      smartContractAddress: '0x8f1de4b93a6f18b2cc7b0d1b4f3aa9a9de0c7a11',
      notes: 'Stablecoin on Base',
    },
    delete_smart_contract_interface: { smartContractInterfaceId: made.smartContractInterfaceId },
    list_webhook_endpoints: {},
    create_webhook_endpoint: {
      url: 'https://hooks.example.com/alerts',
      name: 'alerts',
      subscriptions: [{ eventType: 'ACTIVITY_UPDATES', filtersJson: '{}', isActive: true }],
    },
    update_webhook_endpoint: {
      endpointId: made.endpointId,
      url: 'https://hooks.example.com/other',
      name: 'ledger, moved',
      isActive: false,
    },
    delete_webhook_endpoint: { endpointId: made.endpointId },
    get_wallet: { walletId: WALLET },
    list_wallets: {},
    get_wallet_account: { walletId: WALLET, address: ETHEREUM_ADDRESS, path: ETHEREUM.path },
    list_wallet_accounts: { walletId: WALLET, paginationOptions: PAGE },
    create_wallet: { walletName: 'reserve', accounts: [ETHEREUM], mnemonicLength: 24 },
    create_wallet_accounts: { walletId: WALLET, accounts: [ACCOUNT] },
    update_wallet: { walletId: WALLET, walletName: 'payouts 2025' },
    delete_wallets: { walletIds: [WALLET], deleteWithoutExport: true },
    delete_wallet_accounts: { walletAccountIds: [made.walletAccountId], deleteWithoutExport: true },
    init_import_wallet: { userId: ROOT },
    import_wallet: {
      userId: ROOT,
      walletName: 'imported',
      encryptedBundle: made.sealedPhrase,
      accounts: [ETHEREUM],
    },
    export_wallet: {
      walletId: WALLET,
      targetPublicKey: TARGET_PUBLIC_KEY,
      language: 'MNEMONIC_LANGUAGE_FRENCH',
    },
    export_wallet_account: { address: ETHEREUM_ADDRESS, targetPublicKey: TARGET_PUBLIC_KEY },
    sign_raw_payload: { signWith: ETHEREUM_ADDRESS, payload: DIGEST, ...RAW },
    sign_raw_payloads: { signWith: ETHEREUM_ADDRESS, payloads: [DIGEST, '22'.repeat(32)], ...RAW },
    sign_transaction: {
      signWith: ETHEREUM_ADDRESS,
      unsignedTransaction: UNSIGNED_TRANSACTION,
      type: 'TRANSACTION_TYPE_ETHEREUM',
    },
    get_private_key: { privateKeyId: made.privateKeyId },
    list_private_keys: {},
    create_private_keys: {
      privateKeys: [
        {
          privateKeyName: 'fees',
          curve: 'CURVE_ED25519',
          privateKeyTags: [made.privateKeyTagId],
          addressFormats: ['ADDRESS_FORMAT_SOLANA'],
        },
      ],
    },
    delete_private_keys: { privateKeyIds: [made.privateKeyId], deleteWithoutExport: true },
    init_import_private_key: { userId: ROOT },
    import_private_key: {
      userId: ROOT,
      privateKeyName: 'imported',
      encryptedBundle: made.sealedKey,
      curve: 'CURVE_SECP256K1',
      addressFormats: ['ADDRESS_FORMAT_ETHEREUM'],
    },
    export_private_key: { privateKeyId: made.privateKeyId, targetPublicKey: TARGET_PUBLIC_KEY },
    list_private_key_tags: {},
    create_private_key_tag: { privateKeyTagName: 'cold', privateKeyIds: [made.privateKeyId] },
    update_private_key_tag: {
      privateKeyTagId: made.privateKeyTagId,
      newPrivateKeyTagName: 'warm',
      addPrivateKeyIds: [],
      removePrivateKeyIds: [made.privateKeyId],
    },
    delete_private_key_tags: { privateKeyTagIds: [made.privateKeyTagId] },
    get_user: { userId: CAROL },
    list_users: {},
    create_users: {
      users: [
        {
          userName: 'erin',
          userEmail: 'erin@example.com',
          userPhoneNumber: '+15555550124',
          apiKeys: [apiKeyOf('laptop')],
          authenticators: [passkeyOf(random, 'laptop')],
          oauthProviders: [{ providerName: 'Example identity', oidcClaims: CLAIMS }],
          userTags: [TAG],
        },
      ],
    },
    update_user: {
      userId: CAROL,
      userName: 'carol of the desk',
      userEmail: 'carol@example.com',
      userTagIds: [TAG],
      userPhoneNumber: '+15555550125',
    },
    update_user_name: { userId: CAROL, userName: 'carol of the desk' },
    update_user_email: { userId: CAROL, userEmail: 'carol@example.com' },
    update_user_phone_number: { userId: CAROL, userPhoneNumber: '+15555550125' },
    delete_users: { userIds: [FAUCET] },
    list_user_tags: {},
    create_user_tag: { userTagName: 'desk', userIds: [CAROL] },
    update_user_tag: {
      userTagId: TAG,
      newUserTagName: 'signers',
      addUserIds: [CAROL],
      removeUserIds: [ALICE],
    },
    delete_user_tags: { userTagIds: [TAG] },
    get_api_key: { apiKeyId: made.apiKeyId },
    get_api_keys: { userId: CAROL },
    create_api_keys: { userId: CAROL, apiKeys: [apiKeyOf('phone')] },
    get_activity: { activityId: ACTIVITY },
    list_activities: {
      filterByStatus: ['ACTIVITY_STATUS_COMPLETED'],
      filterByType: ['ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2', 'ACTIVITY_TYPE_CREATE_USER_TAG'],
      paginationOptions: PAGE,
    },
    approve_activity: { fingerprint: made.waitingFingerprint },
    reject_activity: { fingerprint: made.waitingFingerprint },
  }) satisfies Partial<Parameters>

const SENDER = {
  sendFromEmailAddress: 'login@example.com',
  sendFromEmailSenderName: 'Example',
  replyToEmailAddress: 'help@example.com',
}
const LETTER = {
  logoUrl: 'https://app.example.com/logo.png',
  magicLinkTemplate: 'https://app.example.com/sign-in?bundle=%s',
  templateVariables: '{"greeting":"Hello"}',
  templateId: 'sign-in',
}
const CODE = {
  otpType: 'OTP_TYPE_EMAIL',
  contact: 'alice@example.com',
  appName: 'Example',
  otpLength: 8,
  alphanumeric: true,
  userIdentifier: 'phone of alice',
  expirationSeconds: '120',
  emailCustomization: LETTER,
  ...SENDER,
} as const
const KEY = { apiKeyName: 'phone', expirationSeconds: '900', invalidateExisting: true }
const SESSION = { expirationSeconds: '900', invalidateExisting: true }

const inAlicesOrganization = (made: Made, mint: Mint, random: Random) => {
  const { publicKey } = made.session
  const toTarget = { targetPublicKey: TARGET_PUBLIC_KEY }
  return {
    delete_sub_organization: { deleteWithoutExport: true },
    update_root_quorum: { threshold: 1, userIds: [ALICE] },
    set_organization_feature: { name: 'FEATURE_NAME_WEBAUTHN_ORIGINS', value: 'https://app.example.com' },
    remove_organization_feature: { name: 'FEATURE_NAME_SMS_AUTH' },
    init_user_email_recovery: {
      email: 'alice@example.com',
      ...toTarget,
      emailCustomization: { appName: 'Example', ...LETTER },
      ...SENDER,
      expirationSeconds: '900',
    },
    recover_user: { userId: ALICE, authenticator: passkeyOf(random, 'new phone') },
    email_auth: {
      email: 'alice@example.com',
      ...toTarget,
      emailCustomization: { appName: 'Example', ...LETTER },
      ...SENDER,
      ...KEY,
    },
    init_otp_auth: CODE,
    otp_auth: { otpId: OTP, otpCode: OTP_CODE, ...toTarget, ...KEY },
    init_otp: CODE,
    verify_otp: {
      otpId: made.otpId,
      encryptedOtpBundle: made.encryptedOtpBundle,
      expirationSeconds: '900',
    },
    oauth: { oidcToken: mint(TARGET_PUBLIC_KEY), ...toTarget, ...KEY },
    get_oauth_providers: { userId: ALICE },
    create_oauth_providers: {
      userId: ALICE,
      oauthProviders: [{ providerName: 'Example identity', oidcClaims: CLAIMS }],
    },
    delete_oauth_providers: { userId: ALICE, providerIds: [made.providerId] },
    get_authenticator: { authenticatorId: ALICES_PASSKEY },
    get_authenticators: { userId: ALICE },
    create_authenticators: { userId: ALICE, authenticators: [passkeyOf(random, 'new phone')] },
    delete_authenticators: { userId: ALICE, authenticatorIds: [ALICES_PASSKEY] },
    delete_api_keys: { userId: ALICE, apiKeyIds: [ALICES_SESSION] },
    create_read_only_session: {},
    create_read_write_session: { ...toTarget, userId: ALICE, ...KEY },
    stamp_login: { publicKey, ...SESSION },
    otp_login: {
      verificationToken: made.verificationToken,
      publicKey,
      clientSignature: made.clientSignature,
      ...SESSION,
    },
    oauth_login: { oidcToken: mint(publicKey), publicKey, ...SESSION },
  } satisfies Partial<Parameters>
}
