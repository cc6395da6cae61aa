/** Wallets: a seed and the accounts derived from it. */
import { ApiError, type IntentOf, resourceLimits, type Wallet, type WalletAccount } from '@keywright/contract'
import { walletFacts } from '../authorize/objectFacts.ts'
import { mapResting } from '../budget.ts'
import type { Context, ExecuteContext } from '../context.ts'
import { type Query, submit, submitOnKeys } from '../handler.ts'
import { pageRange, toPage } from '../pages.ts'
import { prefetch } from '../store/prefetch.ts'
import type { WalletAccountRow, WalletRow } from '../store/tables.ts'
import { toTimestamp } from '../time.ts'
import { ADDRESSES } from './addresses.ts'
import { DATA_KEYS } from './dataKeys.ts'
import { assertDistinct } from './distinct.ts'
import { assertExported } from './exported.ts'
import { find, findAll } from './find.ts'
import { assertNameFree, releaseName, renameTo } from './names.ts'
import { SECRETS } from './secrets.ts'
import {
  addAccounts,
  assertNewAccounts,
  assertNewWallet,
  LOOKUP,
  newWallet,
  withEntropy,
} from './wallets/newWallet.ts'
import { accountsOf, wholeWalletFacts } from './wallets/wholeWallet.ts'

const create_wallet = submit({
  normalize: (posted: IntentOf<'ACTIVITY_TYPE_CREATE_WALLET'>) => posted,

  async check(context, intent) {
    await assertNewWallet(context, intent)
    return { found: undefined }
  },

  async execute(context, { intent }) {
    const { wallet, addresses } = await newWallet(context, intent)
    return { walletId: wallet.walletId, addresses }
  },
})

const create_wallet_accounts = submitOnKeys({
  normalize: (posted: IntentOf<'ACTIVITY_TYPE_CREATE_WALLET_ACCOUNTS'>) => posted,

  async check(context, { walletId, accounts }) {
    prefetch(DATA_KEYS.find(context, 'wallets', walletId))
    const wallet = await find(context, 'wallets', walletId)
    await assertNewAccounts(context, walletId, accounts)
    return { found: wallet, facts: [{ wallet: walletFacts(wallet) }] }
  },

  async execute(context, { intent: { walletId, accounts }, found: wallet }) {
    const added = await withEntropy(context, wallet, (entropy) =>
      addAccounts(context, walletId, entropy, accounts),
    )
    return { addresses: added.map((account) => account.address) }
  },
})

const update_wallet = submitOnKeys({
  normalize: (posted: IntentOf<'ACTIVITY_TYPE_UPDATE_WALLET'>) => posted,

  async check(context, { walletId, walletName }) {
    const wallet = await find(context, 'wallets', walletId)
    if (walletName !== undefined) await assertNameFree(context.rows, 'wallet', walletName, { id: walletId })
    return { found: wallet, facts: [{ wallet: walletFacts(wallet) }] }
  },

  async execute(context, { intent: { walletId, walletName }, found: wallet }) {
    if (walletName !== undefined && walletName !== wallet.walletName) {
      await renameTo(context.rows, 'wallet', { from: wallet.walletName, to: walletName, id: walletId })
      context.rows.put('wallets', walletId, { ...wallet, walletName, updatedAt: context.now })
    }
    return { walletId }
  },
})

const delete_wallets = submitOnKeys({
  normalize: (posted: IntentOf<'ACTIVITY_TYPE_DELETE_WALLETS'>) => posted,

  async check(context, { walletIds, deleteWithoutExport = false }) {
    assertDistinct(walletIds, 'walletIds')
    // A longer list has unknown ids.
    const held = walletIds.slice(0, resourceLimits.wallets.parent)
    prefetch(
      ...held.map((walletId) => context.rows.lookupAll(LOOKUP.accounts(walletId))),
      ...held.map((walletId) => DATA_KEYS.find(context, 'wallets', walletId)),
    )
    const wallets = await findAll(context, walletIds, (id) => find(context, 'wallets', id))
    assertExported(
      wallets.map(({ walletId: id, exported }) => ({ id, exported })),
      deleteWithoutExport,
    )
    const all = wallets.map(walletFacts)
    const whole = (await Promise.all(wallets.map((wallet) => wholeWalletFacts(context, wallet)))).flat()
    // Each wallet alone, and together with the others, for policies about the number of wallets.
    const alone = whole.map((facts) => ({ ...facts, wallets: [facts.wallet] }))
    const among = all.length === 1 ? [] : whole.map((facts) => ({ ...facts, wallets: all }))
    return { found: wallets, facts: [...alone, ...among] }
  },

  async execute(context, { intent: { walletIds }, found: wallets }) {
    const accounts = await Promise.all(walletIds.map((walletId) => accountsOf(context.rows, walletId)))
    await removeAccounts(context, accounts.flat())
    for (const wallet of wallets) await removeWallet(context, wallet)
    return { walletIds }
  },
})

const delete_wallet_accounts = submitOnKeys({
  normalize: (posted: IntentOf<'ACTIVITY_TYPE_DELETE_WALLET_ACCOUNTS'>) => posted,

  async check(context, { walletAccountIds, deleteWithoutExport = false }) {
    assertDistinct(walletAccountIds, 'walletAccountIds')
    const accounts = await findAll(context, walletAccountIds, (id) => find(context, 'walletAccounts', id))
    const wallets = new Map(
      await Promise.all(
        Array.from(new Set(accounts.map(({ walletId }) => walletId)), async (id) => {
          return [id, await find(context, 'wallets', id)] as const
        }),
      ),
    )
    assertExported(
      // An exported wallet can restore all its accounts.
      accounts.map(({ walletAccountId: id, walletId, exported }) => ({
        id,
        exported: exported || wallets.get(walletId)!.exported,
      })),
      deleteWithoutExport,
    )
    return {
      found: accounts,
      facts: accounts.map(({ walletAccountId, walletId, address }) => ({
        wallet: walletFacts(wallets.get(walletId)!),
        wallet_account: { address },
        params: { wallet_account_id: walletAccountId, wallet_account_ids: [walletAccountId] },
      })),
    }
  },

  async execute(context, { intent: { walletAccountIds }, found: accounts }) {
    await removeAccounts(context, accounts)
    return { walletAccountIds }
  },
})

async function removeWallet(context: ExecuteContext, wallet: WalletRow): Promise<void> {
  const { rows } = context
  const { walletId, walletName } = wallet
  await withEntropy(context, wallet, (entropy) => SECRETS.release(context, 'wallet', entropy))
  releaseName(rows, 'wallet', walletName)
  DATA_KEYS.erase(rows, 'wallets', walletId)
  rows.remove('wallets', walletId)
}

async function removeAccounts(context: ExecuteContext, accounts: readonly WalletAccountRow[]): Promise<void> {
  prefetch(...accounts.map(({ address }) => ADDRESSES.find(context.rows, address)))
  await mapResting(context.budget, accounts, 'rows', (account) => removeAccount(context, account))
}

async function removeAccount({ rows }: ExecuteContext, account: WalletAccountRow): Promise<void> {
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
  const [, account] = await Promise.all([
    find(context, 'wallets', walletId),
    findAccount(context, walletId, { address, path }),
  ])
  if (account) return { account: presentAccount(account, context.organization.organizationId) }
  throw new ApiError('WALLET_ACCOUNT_NOT_FOUND', { address: (address ?? path ?? walletId).slice(0, 200) })
}

async function findAccount(
  { rows }: Context,
  walletId: string,
  { address, path }: { readonly address: string | undefined; readonly path: string | undefined },
): Promise<WalletAccountRow | undefined> {
  for (const id of await candidates()) {
    const account = await rows.get('walletAccounts', id)
    if (!account || account.walletId !== walletId) continue
    if ((address ?? account.address) === account.address && (path ?? account.path) === account.path)
      return account
  }
  return undefined

  async function candidates(): Promise<string[]> {
    // A path belongs to one account of the wallet; an address to one account per wallet, and usually to a single
    // wallet.
    if (path !== undefined) {
      const id = await rows.lookup<string>(LOOKUP.paths(walletId), path)
      return id === undefined ? [] : [id]
    }
    if (address !== undefined) {
      const holders = await ADDRESSES.holdersOf(rows, address)
      return holders.flatMap(({ table, id }) => (table === 'walletAccounts' ? [id] : []))
    }
    return (await rows.lookupAll(LOOKUP.accounts(walletId), { limit: 1 })).map(({ id }) => id)
  }
}

const list_wallet_accounts: Query<'list_wallet_accounts'> = async (
  context,
  { walletId, paginationOptions },
) => {
  await find(context, 'wallets', walletId)
  const { rows } = context
  const list = LOOKUP.accounts(walletId)
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
