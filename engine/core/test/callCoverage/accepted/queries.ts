/** Queries, with every filter. */
import { byAlice, byRoot, type Queries } from './cast.ts'

const nothing = byRoot(() => ({}))
const page = { limit: '20' }
const ofAlice = byRoot(() => ({
  filterType: 'EMAIL' as const,
  filterValue: 'alice@example.com',
  paginationOptions: page,
}))
const activity = byRoot(async ({ activity }) => ({ activityId: await activity() }))

export const queries: Queries = {
  whoami: nothing,
  get_organization_configs: nothing,
  list_suborgs: ofAlice,
  list_verified_suborgs: ofAlice,
  get_policy: byRoot(({ policyId }) => ({ policyId })),
  list_policies: nothing,
  get_policy_evaluations: activity,
  list_webhook_endpoints: nothing,
  get_smart_contract_interface: byRoot(async (cast) => ({
    smartContractInterfaceId: await cast.newInterface(),
  })),
  list_smart_contract_interfaces: byRoot(async (cast) => {
    await cast.newInterface()
    return {}
  }),
  get_wallet: byRoot(({ walletId }) => ({ walletId })),
  list_wallets: nothing,
  get_wallet_account: byRoot(({ walletId, address }) => ({ walletId, address, path: "m/44'/60'/0'/0/0" })),
  list_wallet_accounts: byRoot(({ walletId }) => ({ walletId, paginationOptions: page })),
  get_private_key: byRoot(({ privateKeyId }) => ({ privateKeyId })),
  list_private_keys: nothing,
  list_private_key_tags: nothing,
  get_user: byRoot(({ bob: { userId } }) => ({ userId })),
  list_users: nothing,
  list_user_tags: nothing,
  get_oauth_providers: byAlice((_, { userId }) => ({ userId })),
  get_authenticator: byAlice(async (cast, sub) => ({ authenticatorId: await cast.passkeyOf(sub) })),
  get_authenticators: byAlice((_, { userId }) => ({ userId })),
  get_api_key: byRoot(async (cast) => ({ apiKeyId: await cast.apiKeyOfBob() })),
  get_api_keys: byRoot(({ bob: { userId } }) => ({ userId })),
  get_activity: activity,
  list_activities: byRoot(async (cast) => ({
    filterByStatus: ['ACTIVITY_STATUS_COMPLETED'],
    filterByType: ['ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2', 'ACTIVITY_TYPE_CREATE_USER_TAG'],
    paginationOptions: { ...page, ...cast.also({ after: await cast.activity() }) },
  })),
}
