/** Queries about objects that the world contains from the start. */

import type { World } from '../world.ts'
import { newInterface } from './organizations.ts'
import type { QueryPreparations } from './preparation.ts'

const nothing = async ({ root }: World) => ({ client: root, parameters: {} })
const page = { limit: '20' }

const firstActivityOf = async ({ root }: World) =>
  (await root.query('list_activities', { paginationOptions: { limit: '1' } })).activities[0]!.id

export const queryPreparations: QueryPreparations = {
  whoami: nothing,
  get_organization_configs: nothing,
  list_suborgs: async ({ root }) => ({
    client: root,
    parameters: { filterType: 'EMAIL', filterValue: 'alice@example.com', paginationOptions: page },
  }),
  list_verified_suborgs: async ({ root }) => ({
    client: root,
    parameters: { filterType: 'EMAIL', filterValue: 'alice@example.com', paginationOptions: page },
  }),
  get_policy: async ({ root, policyId }) => ({ client: root, parameters: { policyId } }),
  list_policies: nothing,
  get_policy_evaluations: async (world) => ({
    client: world.root,
    parameters: { activityId: await firstActivityOf(world) },
  }),
  list_webhook_endpoints: nothing,
  get_smart_contract_interface: async (world) => ({
    client: world.root,
    parameters: { smartContractInterfaceId: await newInterface(world) },
  }),
  list_smart_contract_interfaces: async (world) => {
    await newInterface(world)
    return { client: world.root, parameters: {} }
  },
  get_wallet: async ({ root, walletId }) => ({ client: root, parameters: { walletId } }),
  list_wallets: nothing,
  get_wallet_account: async ({ root, walletId, address }) => ({
    client: root,
    parameters: { walletId, address, path: "m/44'/60'/0'/0/0" },
  }),
  list_wallet_accounts: async ({ root, walletId }) => ({
    client: root,
    parameters: { walletId, paginationOptions: page },
  }),
  get_private_key: async ({ root, privateKeyId }) => ({ client: root, parameters: { privateKeyId } }),
  list_private_keys: nothing,
  list_private_key_tags: nothing,
  get_user: async ({ root, bob }) => ({ client: root, parameters: { userId: bob.userId } }),
  list_users: nothing,
  list_user_tags: nothing,
  get_oauth_providers: async ({ root, bob }) => ({ client: root, parameters: { userId: bob.userId } }),
  get_authenticator: async ({ sub }) => {
    const { authenticators } = await sub.alice.query('get_authenticators', { userId: sub.userId })
    return { client: sub.alice, parameters: { authenticatorId: authenticators[0]!.authenticatorId } }
  },
  get_authenticators: async ({ sub }) => ({ client: sub.alice, parameters: { userId: sub.userId } }),
  get_api_key: async ({ root, bob }) => {
    const { apiKeys } = await root.query('get_api_keys', { userId: bob.userId })
    return { client: root, parameters: { apiKeyId: apiKeys[0]!.apiKeyId } }
  },
  get_api_keys: async ({ root, bob }) => ({ client: root, parameters: { userId: bob.userId } }),
  get_activity: async (world) => ({
    client: world.root,
    parameters: { activityId: await firstActivityOf(world) },
  }),
  list_activities: async (world) => ({
    client: world.root,
    parameters: {
      filterByStatus: ['ACTIVITY_STATUS_COMPLETED'],
      filterByType: ['ACTIVITY_TYPE_CREATE_WALLET'],
      paginationOptions: { ...page, after: await firstActivityOf(world) },
    },
  }),
}
