/** Exports: secrets that leave, sealed to the caller's target key. */
import { ApiError, type IntentOf } from '@keywright/contract'
import { createExportBundle, toPhrase, toUtf8 } from '@keywright/keys'
import type { Context } from '../context.ts'
import { submit } from '../handler.ts'
import type { WalletAccountRow } from '../store/tables.ts'
import { ADDRESSES } from './addresses.ts'
import { find } from './find.ts'
import { privateKeyFacts, walletFacts } from './signing/signer.ts'
import { assertTargetPublicKey } from './targetPublicKey.ts'
import { entropyOf } from './wallets/newWallet.ts'

const export_wallet = submit({
  normalize: (posted: IntentOf<'ACTIVITY_TYPE_EXPORT_WALLET'>) => posted,

  refuse: (context, { targetPublicKey }) => assertTargetPublicKey(context, targetPublicKey),

  facts: async (context, { walletId, targetPublicKey }) => ({
    wallet: walletFacts(await find(context, 'wallets', walletId)),
    params: { wallet_id: walletId, target_public_key: targetPublicKey },
  }),

  async execute(context, { walletId, targetPublicKey, language }) {
    const wallet = await find(context, 'wallets', walletId)
    const phrase = toPhrase(entropyOf(context, wallet), language)
    const exportBundle = await seal(context, toUtf8(phrase), targetPublicKey)
    context.rows.put('wallets', walletId, { ...wallet, exported: true, updatedAt: context.now })
    return { walletId, exportBundle }
  },
})

const export_wallet_account = submit({
  normalize: (posted: IntentOf<'ACTIVITY_TYPE_EXPORT_WALLET_ACCOUNT'>) => posted,

  refuse: (context, { targetPublicKey }) => assertTargetPublicKey(context, targetPublicKey),

  facts: async (context, { address, targetPublicKey }) => {
    const { walletId } = await findAccount(context, address)
    return {
      wallet: walletFacts(await find(context, 'wallets', walletId)),
      wallet_account: { address },
      params: { target_public_key: targetPublicKey },
    }
  },

  async execute(context, { address, targetPublicKey }) {
    const { rows, vault, organization, now } = context
    const account = await findAccount(context, address)
    const { walletAccountId, sealedKey } = account
    const secret = vault.open(organization.organizationId, walletAccountId, sealedKey)
    const exportBundle = await seal(context, secret, targetPublicKey)
    rows.put('walletAccounts', walletAccountId, { ...account, exported: true, updatedAt: now })
    return { address, exportBundle }
  },
})

/** @throws ApiError 404 when no wallet account has exactly this address */
async function findAccount({ rows }: Context, address: string): Promise<WalletAccountRow> {
  const holder = await ADDRESSES.find(rows, address, 'walletAccounts')
  const account = holder && (await rows.get('walletAccounts', holder.id))
  if (account) return account
  throw new ApiError('WALLET_ACCOUNT_NOT_FOUND', { address: address.slice(0, 200) })
}

const export_private_key = submit({
  normalize: (posted: IntentOf<'ACTIVITY_TYPE_EXPORT_PRIVATE_KEY'>) => posted,

  refuse: (context, { targetPublicKey }) => assertTargetPublicKey(context, targetPublicKey),

  facts: async (context, { privateKeyId, targetPublicKey }) => ({
    private_key: privateKeyFacts(await find(context, 'privateKeys', privateKeyId)),
    params: { target_public_key: targetPublicKey },
  }),

  async execute(context, { privateKeyId, targetPublicKey }) {
    const { rows, vault, organization, now } = context
    const key = await find(context, 'privateKeys', privateKeyId)
    const secret = vault.open(organization.organizationId, privateKeyId, key.sealedKey)
    const exportBundle = await seal(context, secret, targetPublicKey)
    rows.put('privateKeys', privateKeyId, { ...key, exported: true, updatedAt: now })
    return { privateKeyId, exportBundle }
  },
})

function seal(
  { organization, vault, random }: Context,
  secret: Uint8Array,
  targetPublicKey: string,
): Promise<string> {
  const { organizationId } = organization
  return createExportBundle(secret, { targetPublicKey, organizationId, signer: vault.signer, random })
}

export const submits = { export_wallet, export_wallet_account, export_private_key }
