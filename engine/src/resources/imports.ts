/** Imports in two steps: a target key for one user, then the secret that was sealed to it. */
import { ApiError, type IntentOf } from '@keywright/contract'
import {
  createImportBundle,
  generateP256KeyPair,
  openEncryptedBundle,
  parsePhrase,
  parseUtf8,
  toHex,
} from '@keywright/keys'
import type { Caller, Context } from '../context.ts'
import { submit } from '../handler.ts'
import { findUser } from './find.ts'
import { newPrivateKey, presentAddresses } from './privateKeys/newPrivateKey.ts'
import { newWallet } from './wallets/newWallet.ts'

/** Users import for themselves only: a target key of somebody else's making would receive their secret. */
async function refuseOthers(context: Context, userId: string, { user }: Caller): Promise<void> {
  if (userId === user.userId) return
  await findUser(context, userId)
  throw new ApiError('IMPORT_FOR_OTHER_USER', { userId })
}

type InitImport = IntentOf<'ACTIVITY_TYPE_INIT_IMPORT_WALLET' | 'ACTIVITY_TYPE_INIT_IMPORT_PRIVATE_KEY'>

/** The first step of every import: a fresh target key, which replaces the user's earlier one. */
function initImport() {
  return submit({
    normalize: (posted: InitImport) => posted,
    refuse: (context, { userId }, caller) => refuseOthers(context, userId, caller),

    async execute({ rows, now, random, vault, organization }, { userId }) {
      const { organizationId } = organization
      const target = generateP256KeyPair(random)
      rows.put('imports', userId, {
        userId,
        targetPublicKey: toHex(target.publicKey),
        sealedTargetKey: vault.seal(organizationId, userId, target.privateKey),
        createdAt: now,
      })
      const importBundle = createImportBundle({
        targetPublicKey: target.publicKey,
        organizationId,
        userId,
        signer: vault.signer,
      })
      return { importBundle }
    },
  })
}

const init_import_wallet = initImport()
const init_import_private_key = initImport()

const import_wallet = submit({
  normalize: (posted: IntentOf<'ACTIVITY_TYPE_IMPORT_WALLET'>) => posted,
  refuse: (context, { userId }, caller) => refuseOthers(context, userId, caller),

  async execute(context, { userId, walletName, encryptedBundle, accounts }) {
    const plaintext = await takeSecret(context, userId, encryptedBundle)
    const entropy = parsePhrase(parseUtf8(plaintext, 'phrase'))
    const { wallet, addresses } = await newWallet(context, { walletName, accounts }, entropy)
    return { walletId: wallet.walletId, addresses }
  },
})

const import_private_key = submit({
  normalize: (posted: IntentOf<'ACTIVITY_TYPE_IMPORT_PRIVATE_KEY'>) => posted,
  refuse: (context, { userId }, caller) => refuseOthers(context, userId, caller),

  async execute(context, { userId, privateKeyName, encryptedBundle, curve, addressFormats }) {
    const secret = await takeSecret(context, userId, encryptedBundle)
    const key = await newPrivateKey(context, { privateKeyName, curve, addressFormats }, secret)
    return { privateKeyId: key.privateKeyId, addresses: presentAddresses(key) }
  },
})

/**
 * Opens what was sealed to the user's target key, and forgets the key: it serves one import. A refusal later on
 * undoes that, so that the user may try again.
 * @throws ApiError 400 when there is no target key; KeysError when the bundle does not open
 */
async function takeSecret(context: Context, userId: string, encryptedBundle: string): Promise<Uint8Array> {
  const { rows, vault, organization } = context
  const target = await rows.get('imports', userId)
  if (!target) throw new ApiError('IMPORT_BUNDLE_INVALID')
  rows.remove('imports', userId)
  const targetKey = vault.open(organization.organizationId, userId, target.sealedTargetKey)
  return openEncryptedBundle(encryptedBundle, targetKey)
}

export const submits = { init_import_wallet, import_wallet, init_import_private_key, import_private_key }
