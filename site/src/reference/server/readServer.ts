/** Reads the objects of the organization on the local server, with the reader's key, to suggest ids. */
import type { Found } from '../try/known.ts'
import { type Local, queryLocal } from './exchangeLocal.ts'

/** Upper bound of wallets whose accounts are read. */
const MOST_WALLETS = 5
const LIMIT = { paginationOptions: { limit: '20' } }

/** @throws Error with a message for the reader, if the server doesn’t respond or rejects the key */
export async function readServer(local: Local): Promise<Found> {
  const { organizationId } = local.settings
  const ask = (call: string, members: object = {}) => queryLocal(local, call, { organizationId, ...members })
  const { status, answer } = await ask('list_users')
  if (status !== 200) throw new Error(String(Object(answer).message ?? `${local.base} returned ${status}`))
  const read = async <Name extends string>(name: Name, call: string, members?: object) =>
    // Lists that this key can't read stay empty.
    objectsIn((await ask(call, members)).answer, name)
  const [wallets, privateKeys, policies, activities, subOrganizations] = await Promise.all([
    read('wallets', 'list_wallets'),
    read('privateKeys', 'list_private_keys'),
    read('policies', 'list_policies'),
    read('activities', 'list_activities', LIMIT),
    ask('list_suborgs', LIMIT),
  ])
  const withAccounts = await Promise.all(
    wallets.map(async (wallet, n) => ({
      ...wallet,
      accounts:
        n < MOST_WALLETS
          ? await read('accounts', 'list_wallet_accounts', { walletId: wallet['walletId'], ...LIMIT })
          : [],
    })),
  )
  const users = objectsIn(answer, 'users').map((user) => ({
    ...user,
    apiKeys: objectsIn(user, 'apiKeys'),
    authenticators: objectsIn(user, 'authenticators'),
    oauthProviders: objectsIn(user, 'oauthProviders'),
  }))
  const { organizationIds } = Object(subOrganizations.answer)
  const found = { users, wallets: withAccounts, privateKeys, policies, activities, otpCodes: [] }
  return {
    ...(found as unknown as Omit<Found, 'organizationIds'>),
    organizationIds: [organizationId, ...(Array.isArray(organizationIds) ? organizationIds : [])],
  }
}

/** Reads objects defensively, because the response may come from any server. */
function objectsIn(answer: unknown, name: string): Readonly<Record<string, unknown>>[] {
  const list = Object(answer)[name]
  return Array.isArray(list) ? list.filter((one) => typeof one === 'object' && one !== null) : []
}
