/** Wallets: a seed and the accounts derived from it. */
import { ApiError, type IntentOf, type Wallet, type WalletAccount } from '@keywright/contract'
import type { Context } from '../context.ts'
import { type Query, submit } from '../handler.ts'
import type { WalletAccountRow, WalletRow } from '../store/tables.ts'
import { toTimestamp } from '../time.ts'
import { ADDRESSES } from './addresses.ts'
import { assertDistinct } from './distinct.ts'
import { assertExported } from './exported.ts'
import { find } from './find.ts'
import { claimName, releaseName } from './names.ts'
import { assertCursors, pageRange, toPage } from './pages.ts'
import { SECRETS } from './secrets.ts'
import { walletFacts } from './signing/signer.ts'
import { addAccounts, entropyOf, LOOKUP, newWallet } from './wallets/newWallet.ts'

const create_wallet = submit({
  normalize: (posted: IntentOf<'ACTIVITY_TYPE_CREATE_WALLET'>) => posted,

  async execute(context, intent) {
    const { wallet, addresses } = await newWallet(context, intent)
    return { walletId: wallet.walletId, addresses }
  },
})

const create_wallet_accounts = submit({
  normalize: (posted: IntentOf<'ACTIVITY_TYPE_CREATE_WALLET_ACCOUNTS'>) => posted,

  facts: async (context, { walletId }) => ({
    wallet: walletFacts(await find(context, 'wallets', walletId)),
    params: { wallet_id: walletId },
  }),

  async execute(context, { walletId, accounts }) {
    const wallet = await find(context, 'wallets', walletId)
    const added = await addAccounts(context, walletId, entropyOf(context, wallet), accounts)
    return { addresses: added.map((account) => account.address) }
  },
})

const update_wallet = submit({
  normalize: (posted: IntentOf<'ACTIVITY_TYPE_UPDATE_WALLET'>) => posted,

  facts: async (context, { walletId }) => ({
    wallet: walletFacts(await find(context, 'wallets', walletId)),
    params: { wallet_id: walletId },
  }),

  async execute(context, { walletId, walletName }) {
    const wallet = await find(context, 'wallets', walletId)
    if (walletName !== undefined && walletName !== wallet.walletName) {
      await claimName(context.rows, 'wallet', walletName, walletId)
      releaseName(context.rows, 'wallet', wallet.walletName)
      context.rows.put('wallets', walletId, { ...wallet, walletName, updatedAt: context.now })
    }
    return { walletId }
  },
})

const delete_wallets = submit({
  normalize: (posted: IntentOf<'ACTIVITY_TYPE_DELETE_WALLETS'>) => posted,

  refuse: (_context, { walletIds }) => assertDistinct(walletIds, 'walletIds'),

  facts: async (context, { walletIds }) => {
    const wallets = (await findWallets(context, walletIds)).map(walletFacts)
    // One wallet can be named; of several, a condition on one would say nothing about the others.
    return wallets.length === 1 ? { wallets, wallet: wallets[0]! } : { wallets }
  },

  async execute(context, { walletIds, deleteWithoutExport = false }) {
    const wallets = await findWallets(context, walletIds)
    assertExported(
      wallets.map(({ walletId: id, exported }) => ({ id, exported })),
      deleteWithoutExport,
    )
    for (const wallet of wallets) await removeWallet(context, wallet)
    return { walletIds }
  },
})

const delete_wallet_accounts = submit({
  normalize: (posted: IntentOf<'ACTIVITY_TYPE_DELETE_WALLET_ACCOUNTS'>) => posted,

  refuse: (_context, { walletAccountIds }) => assertDistinct(walletAccountIds, 'walletAccountIds'),

  facts: async (context, { walletAccountIds }) => {
    const walletIds = new Set<string>()
    for (const id of walletAccountIds) walletIds.add((await find(context, 'walletAccounts', id)).walletId)
    const [wallet, ...others] = await findWallets(context, [...walletIds])
    return wallet && others.length === 0 ? { wallet: walletFacts(wallet) } : {}
  },

  async execute(context, { walletAccountIds, deleteWithoutExport = false }) {
    const accounts: WalletAccountRow[] = []
    for (const id of walletAccountIds) accounts.push(await find(context, 'walletAccounts', id))
    // An exported wallet gives all its accounts again.
    const exported = await Promise.all(
      accounts.map(async ({ walletAccountId: id, walletId, exported }) => ({
        id,
        exported: exported || (await find(context, 'wallets', walletId)).exported,
      })),
    )
    assertExported(exported, deleteWithoutExport)
    for (const account of accounts) await removeAccount(context, account)
    return { walletAccountIds }
  },
})

async function findWallets(context: Context, walletIds: readonly string[]): Promise<WalletRow[]> {
  const wallets: WalletRow[] = []
  for (const walletId of walletIds) wallets.push(await find(context, 'wallets', walletId))
  return wallets
}

async function removeWallet(context: Context, wallet: WalletRow): Promise<void> {
  const { rows } = context
  const { walletId, walletName } = wallet
  for (const { id } of await rows.lookupAll(LOOKUP.accounts(walletId))) {
    const account = await rows.get('walletAccounts', id)
    if (account) await removeAccount(context, account)
  }
  SECRETS.release(context, 'wallet', entropyOf(context, wallet))
  releaseName(rows, 'wallet', walletName)
  rows.remove('wallets', walletId)
}

async function removeAccount({ rows }: Context, account: WalletAccountRow): Promise<void> {
  const { walletAccountId, walletId, path, address } = account
  rows.remove('walletAccounts', walletAccountId)
  rows.removeLookup(LOOKUP.accounts(walletId), walletAccountId)
  rows.removeLookup(LOOKUP.paths(walletId), path)
  await ADDRESSES.release(rows, address, walletAccountId)
}

const get_wallet: Query<'get_wallet'> = async (context, { walletId }) => ({
  wallet: presentWallet(await find(context, 'wallets', walletId)),
})

const list_wallets: Query<'list_wallets'> = async ({ rows }) => ({
  wallets: (await rows.list('wallets')).map(presentWallet),
})

const get_wallet_account: Query<'get_wallet_account'> = async (context, { walletId, address, path }) => {
  await find(context, 'wallets', walletId)
  for (const { id } of await context.rows.lookupAll(LOOKUP.accounts(walletId))) {
    const account = await find(context, 'walletAccounts', id)
    if ((address ?? account.address) !== account.address || (path ?? account.path) !== account.path) continue
    return { account: presentAccount(account, context.organization.organizationId) }
  }
  throw new ApiError('WALLET_ACCOUNT_NOT_FOUND', { address: (address ?? path ?? walletId).slice(0, 200) })
}

const list_wallet_accounts: Query<'list_wallet_accounts'> = async (
  context,
  { walletId, paginationOptions },
) => {
  await find(context, 'wallets', walletId)
  const { rows } = context
  const list = LOOKUP.accounts(walletId)
  await assertCursors(paginationOptions, async (id) => (await rows.lookup(list, id)) !== undefined)
  const page = pageRange(paginationOptions, 'oldest-first')
  const ids = toPage(await rows.lookupAll(list, page.range), page)
  const accounts = await Promise.all(ids.map(({ id }) => find(context, 'walletAccounts', id)))
  return { accounts: accounts.map((account) => presentAccount(account, context.organization.organizationId)) }
}

function presentWallet(wallet: WalletRow): Wallet {
  const { walletId, walletName, exported, imported } = wallet
  const times = { createdAt: toTimestamp(wallet.createdAt), updatedAt: toTimestamp(wallet.updatedAt) }
  return { walletId, walletName, ...times, exported, imported }
}

function presentAccount(account: WalletAccountRow, organizationId: string): WalletAccount {
  const { sealedKey: _sealed, exported: _exported, createdAt, updatedAt, ...shown } = account
  return {
    ...shown,
    organizationId,
    createdAt: toTimestamp(createdAt),
    updatedAt: toTimestamp(updatedAt),
  } as WalletAccount
}

export const submits = {
  create_wallet,
  create_wallet_accounts,
  update_wallet,
  delete_wallets,
  delete_wallet_accounts,
}
export const queries = { get_wallet, list_wallets, get_wallet_account, list_wallet_accounts }
