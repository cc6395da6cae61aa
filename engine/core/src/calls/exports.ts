/** Exports secrets, sealed to the caller's target key. */
import { ApiError, type IntentOf } from '@keywright/contract'
import { createExportBundle, loadPhraseLanguage, toPhrase, toUtf8, withSecret } from '@keywright/keys'
import { privateKeyFacts, walletFacts } from '../authorize/objectFacts.ts'
import type { Context, ExecuteContext } from '../context.ts'
import { submitOnKeys } from '../handler.ts'
import { prefetch } from '../store/prefetch.ts'
import type { WalletAccountRow } from '../store/tables.ts'
import { ADDRESSES } from './addresses.ts'
import { DATA_KEYS } from './dataKeys.ts'
import { find } from './find.ts'
import { assertTargetPublicKey } from './targetPublicKey.ts'
import { withEntropy } from './wallets/newWallet.ts'
import { wholeWalletFacts } from './wallets/wholeWallet.ts'

const export_wallet = submitOnKeys({
  normalize: (posted: IntentOf<'ACTIVITY_TYPE_EXPORT_WALLET'>) => posted,

  async check(context, { walletId, targetPublicKey }) {
    assertTargetPublicKey(context, targetPublicKey)
    prefetch(DATA_KEYS.find(context, 'wallets', walletId))
    const wallet = await find(context, 'wallets', walletId)
    const params = { target_public_key: targetPublicKey }
    const facts = await wholeWalletFacts(context, wallet)
    return { found: wallet, facts: facts.map((each) => ({ ...each, params: { ...each.params, ...params } })) }
  },

  async execute(context, { intent: { walletId, targetPublicKey, language }, found: wallet }) {
    if (language !== undefined) await loadPhraseLanguage(language)
    const phrase = await withEntropy(context, wallet, (entropy) => toUtf8(toPhrase(entropy, language)))
    const exportBundle = await withSecret(phrase, () => seal(context, phrase, targetPublicKey))
    context.rows.put('wallets', walletId, { ...wallet, exported: true, updatedAt: context.now })
    return { walletId, exportBundle }
  },
})

const export_wallet_account = submitOnKeys({
  normalize: (posted: IntentOf<'ACTIVITY_TYPE_EXPORT_WALLET_ACCOUNT'>) => posted,

  async check(context, { address, targetPublicKey }) {
    assertTargetPublicKey(context, targetPublicKey)
    const account = await findAccount(context, address)
    prefetch(DATA_KEYS.find(context, 'wallets', account.walletId))
    const wallet = walletFacts(await find(context, 'wallets', account.walletId))
    const { walletAccountId: id } = account
    const params = { target_public_key: targetPublicKey, wallet_account_id: id, wallet_account_ids: [id] }
    return { found: account, facts: [{ wallet, wallet_account: { address }, params }] }
  },

  async execute(context, { intent: { address, targetPublicKey }, found: account }) {
    const { rows, vault, organization, now } = context
    const { walletAccountId, walletId, sealedKey } = account
    const exportBundle = await vault.open(
      organization.organizationId,
      walletAccountId,
      sealedKey,
      (secret) => seal(context, secret, targetPublicKey),
      await DATA_KEYS.find(context, 'wallets', walletId),
    )
    rows.put('walletAccounts', walletAccountId, { ...account, exported: true, updatedAt: now })
    return { address, exportBundle }
  },
})

async function findAccount({ rows }: Context, address: string): Promise<WalletAccountRow> {
  const holder = await ADDRESSES.find(rows, address, 'walletAccounts')
  const account = holder && (await rows.get('walletAccounts', holder.id))
  if (!account) throw new ApiError('WALLET_ACCOUNT_NOT_FOUND', { address: address.slice(0, 200) })
  ADDRESSES.assertHeld(rows, address, [account.address])
  return account
}

const export_private_key = submitOnKeys({
  normalize: (posted: IntentOf<'ACTIVITY_TYPE_EXPORT_PRIVATE_KEY'>) => posted,

  async check(context, { privateKeyId, targetPublicKey }) {
    assertTargetPublicKey(context, targetPublicKey)
    prefetch(DATA_KEYS.find(context, 'privateKeys', privateKeyId))
    const key = await find(context, 'privateKeys', privateKeyId)
    const params = { target_public_key: targetPublicKey }
    return { found: key, facts: [{ private_key: privateKeyFacts(key), params }] }
  },

  async execute(context, { intent: { privateKeyId, targetPublicKey }, found: key }) {
    const { rows, vault, organization, now } = context
    const exportBundle = await vault.open(
      organization.organizationId,
      privateKeyId,
      key.sealedKey,
      (secret) => seal(context, secret, targetPublicKey),
      await DATA_KEYS.find(context, 'privateKeys', privateKeyId),
    )
    rows.put('privateKeys', privateKeyId, { ...key, exported: true, updatedAt: now })
    return { privateKeyId, exportBundle }
  },
})

function seal(
  { organization, vault, random }: ExecuteContext,
  secret: Uint8Array,
  targetPublicKey: string,
): Promise<string> {
  const { organizationId } = organization
  return createExportBundle(secret, { targetPublicKey, organizationId, signer: vault.signer, random })
}

export const submits = { export_wallet, export_wallet_account, export_private_key }
