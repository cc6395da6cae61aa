/** Requests that change one thing, and a store that reads damaged rows. */

import type { Client } from '../support/index.ts'
import { UNSIGNED_TRANSACTION } from './accepted/keys.ts'

import { ETHEREUM, newTargetPublicKey, TRANSFER_ABI, type World } from './world.ts'

export const WHOAMI = '/public/v1/query/whoami'

export function post(world: World, body: BodyInit, headers: Record<string, string> = {}, path = WHOAMI) {
  return world.engine.handle(new Request(`http://localhost${path}`, { method: 'POST', body, headers }))
}
/** `whoami` of the parent organization with these headers. */
export const whoamiBy = (world: World, headers: Record<string, string>) =>
  post(world, whoamiText(world), headers)
export const whoamiText = ({ organizationId }: World) => JSON.stringify({ organizationId })

export const createWallet = (client: Client, change: object = {}) =>
  client.run('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'w', accounts: [], ...change })
export const postWallet = ({ root }: World, change: object) => {
  const { path, text } = root.compose('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'w', accounts: [] })
  return root.post({ path, text: JSON.stringify({ ...JSON.parse(text), ...change }) })
}
export const accountsWith = (change: object) => ({ accounts: [{ ...ETHEREUM, ...change }] })
export const sign = ({ root, address }: World, change: object) =>
  root.run('ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2', {
    signWith: address,
    payload: 'ff'.repeat(32),
    encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
    hashFunction: 'HASH_FUNCTION_NO_OP',
    ...change,
  })
export const signTransaction = ({ root, address }: World, change: object) =>
  root.run('ACTIVITY_TYPE_SIGN_TRANSACTION_V2', {
    signWith: address,
    unsignedTransaction: UNSIGNED_TRANSACTION,
    type: 'TRANSACTION_TYPE_ETHEREUM',
    ...change,
  })
export const createUser = (client: Client, change: object = {}) =>
  client.run('ACTIVITY_TYPE_CREATE_USERS_V4', {
    users: [
      {
        userName: 'u',
        apiKeys: [],
        authenticators: [],
        oauthProviders: [],
        userTags: [],
        ...change,
      },
    ],
  })
export const createPolicy = (client: Client, change: object = {}) =>
  client.run('ACTIVITY_TYPE_CREATE_POLICY_V3', { policyName: 'p', effect: 'EFFECT_ALLOW', ...change })
export const createInterface = ({ root }: World, change: object) =>
  root.run('ACTIVITY_TYPE_CREATE_SMART_CONTRACT_INTERFACE', {
    smartContractAddress: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    smartContractInterface: TRANSFER_ABI,
    type: 'SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM',
    label: 'Token',
    ...change,
  })
export const updateQuorum = ({ root, rootUserId }: World, change: object) =>
  root.run('ACTIVITY_TYPE_UPDATE_ROOT_QUORUM', { threshold: 1, userIds: [rootUserId], ...change })
export const initOtp = (client: Client, change: object = {}) =>
  client.run('ACTIVITY_TYPE_INIT_OTP', { otpType: 'OTP_TYPE_EMAIL', contact: 'alice@example.com', ...change })
export const emailAuth = (world: World, client: Client, change: object = {}) =>
  client.run('ACTIVITY_TYPE_EMAIL_AUTH', {
    email: 'alice@example.com',
    targetPublicKey: newTargetPublicKey(world),
    ...change,
  })

/** Runs the task while the store reads with another function. */
export function readingBy(
  { engine }: World,
  get: () => Promise<unknown>,
  task: () => Promise<unknown>,
): Promise<unknown> {
  const store = engine.ports.store as {
    get: unknown
    read: (organization: string, readings: readonly unknown[]) => Promise<{ version: number }>
  }
  const { get: worked, read } = store
  store.get = get
  store.read = async (organization, readings) => {
    const value = await get()
    const { version } = await read.call(store, organization, readings)
    return { version, answers: readings.map(() => ({ value })) }
  }
  return task().finally(() => {
    store.get = worked
    store.read = read
  })
}

/** Throws when any member is read; can be wrapped in a promise. */
export const damagedRow = new Proxy(
  {},
  {
    get(_, name) {
      if (name === 'then') return undefined
      throw new Error('the row is damaged')
    },
  },
)
