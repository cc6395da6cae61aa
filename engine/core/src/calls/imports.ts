/** Imports in two steps: a target key for one user, then the secret sealed to it. */
import { ApiError, type IntentOf } from '@keywright/contract'
import {
  createImportBundle,
  generateP256KeyPair,
  openEncryptedBundle,
  parsePhrase,
  parseUtf8,
  toHex,
  withSecret,
} from '@keywright/keys'
import type { CheckContext, Context, ExecuteContext } from '../context.ts'
import { submit } from '../handler.ts'
import { prefetch } from '../store/prefetch.ts'
import type { ActivityRow, ImportRow } from '../store/tables.ts'
import { DATA_KEYS } from './dataKeys.ts'
import { findUser, isSubmitter } from './find.ts'
import { removeTarget } from './importTargets.ts'
import { assertNewPrivateKeys, newPrivateKey, presentAddresses } from './privateKeys/newPrivateKey.ts'
import { assertNewWallet, newWallet } from './wallets/newWallet.ts'

/** Users can import only for themselves: with another user's target key, that user could import the secret. */
async function assertForSelf(context: CheckContext, userId: string): Promise<void> {
  if (isSubmitter(context, userId)) return
  await findUser(context, userId)
  throw new ApiError('IMPORT_FOR_OTHER_USER', { userId })
}

type InitImport = IntentOf<'ACTIVITY_TYPE_INIT_IMPORT_WALLET' | 'ACTIVITY_TYPE_INIT_IMPORT_PRIVATE_KEY'>

function initImport() {
  return submit({
    normalize: (posted: InitImport) => posted,

    async check(context, { userId }) {
      await assertForSelf(context, userId)
      return { found: undefined }
    },

    async execute(context, { intent: { userId } }) {
      const { rows, now, random, vault, organization } = context
      const { organizationId } = organization
      const dataKey = DATA_KEYS.create(context, 'imports', userId)
      const target = generateP256KeyPair(random)
      rows.put('imports', userId, {
        userId,
        targetPublicKey: toHex(target.publicKey),
        sealedTargetKey: withSecret(target.privateKey, (key) =>
          vault.seal(organizationId, userId, key, dataKey),
        ),
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

  async check(context, { userId, walletName, accounts }) {
    prefetch(findTarget(context, userId))
    await assertForSelf(context, userId)
    await assertNewWallet(context, { walletName, accounts })
    return { found: await findTarget(context, userId) }
  },

  async execute(context, { intent: { walletName, encryptedBundle, accounts }, found: target }) {
    const entropy = withSecret(await takeSecret(context, target, encryptedBundle), (plaintext) =>
      parsePhrase(parseUtf8(plaintext, 'phrase')),
    )
    const { wallet, addresses } = await withSecret(entropy, () =>
      newWallet(context, { walletName, accounts }, entropy),
    )
    return { walletId: wallet.walletId, addresses }
  },

  abandon: endTarget,
})

const import_private_key = submit({
  normalize: (posted: IntentOf<'ACTIVITY_TYPE_IMPORT_PRIVATE_KEY'>) => posted,

  async check(context, { userId, privateKeyName, curve, addressFormats }) {
    prefetch(findTarget(context, userId))
    await assertForSelf(context, userId)
    await assertNewPrivateKeys(context, [{ privateKeyName, curve, addressFormats }])
    return { found: await findTarget(context, userId) }
  },

  async execute(
    context,
    { intent: { privateKeyName, encryptedBundle, curve, addressFormats }, found: target },
  ) {
    const key = await withSecret(await takeSecret(context, target, encryptedBundle), (secret) =>
      newPrivateKey(context, { privateKeyName, curve, addressFormats }, secret),
    )
    return { privateKeyId: key.privateKeyId, addresses: presentAddresses(key) }
  },

  abandon: endTarget,
})

async function findTarget(context: Context, userId: string): Promise<ImportRow> {
  prefetch(DATA_KEYS.find(context, 'imports', userId))
  const target = await context.rows.get('imports', userId)
  if (!target) throw new ApiError('IMPORT_BUNDLE_INVALID')
  return target
}

/**
 * Opens a bundle with the user's target key and deletes the key, which serves one import. If the request is rejected
 * later, the deletion is rolled back and the user can retry. A failed activity is final, and ends the target.
 * @throws KeysError if the bundle doesn't open
 */
async function takeSecret(
  context: ExecuteContext,
  { userId, sealedTargetKey }: ImportRow,
  encryptedBundle: string,
): Promise<Uint8Array> {
  const { rows, vault, organization } = context
  const dataKey = await DATA_KEYS.find(context, 'imports', userId)
  removeTarget(rows, userId)
  return vault.open(
    organization.organizationId,
    userId,
    sealedTargetKey,
    (targetKey) => openEncryptedBundle(encryptedBundle, targetKey),
    dataKey,
  )
}

/** The activity has the bundle, which nothing opens without the target key. A newer target is for another import. */
async function endTarget(
  { rows, submitter: { user } }: ExecuteContext,
  { createdAt }: Pick<ActivityRow, 'createdAt'>,
): Promise<void> {
  const target = await rows.get('imports', user.userId)
  if (target && target.createdAt <= createdAt) removeTarget(rows, user.userId)
}

export const submits = { init_import_wallet, import_wallet, init_import_private_key, import_private_key }
