/** Phrases, paths, addresses; import and export. */
import { platformRandom, sealImport } from '@keywright/keys'
import type { Cause } from '../prober.ts'
import { ACCOUNT, wallet } from './requests.ts'

export const keyCauses = {
  MNEMONIC_LENGTH_INVALID: wallet({ mnemonicLength: 13 }),
  DERIVATION_PATH_INVALID: wallet({ accounts: [{ ...ACCOUNT, path: '44/60' }] }),
  ADDRESS_FORMAT_MISMATCH: wallet({ accounts: [{ ...ACCOUNT, addressFormat: 'ADDRESS_FORMAT_SOLANA' }] }),
  TARGET_PUBLIC_KEY_INVALID: async (prober) =>
    prober.submit('EXPORT_WALLET', { walletId: await prober.walletId(), targetPublicKey: 'my key' }),
  IMPORT_BUNDLE_INVALID: (prober) =>
    prober.submit('IMPORT_WALLET', {
      userId: prober.rootUserId,
      walletName: 'Imported',
      encryptedBundle: '{}',
      accounts: [],
    }),
  async KEY_IMPORTED_ALREADY(prober) {
    const { root, rootUserId: userId } = await prober.fresh()
    const secret = platformRandom(32)
    const { signerPublicKey } = await prober.bench.sandbox.dev<{ signerPublicKey: string }>('GET', '/dev')
    const sealed = async () => {
      const { importBundle } = await root.run('INIT_IMPORT_PRIVATE_KEY', { userId })
      const { organizationId } = root
      return sealImport(secret, importBundle, { signerPublicKey, organizationId, userId }, platformRandom)
    }
    const parameters = async (privateKeyName: string) => ({
      userId,
      privateKeyName,
      encryptedBundle: await sealed(),
      curve: 'CURVE_SECP256K1',
      addressFormats: [],
    })
    await root.run('IMPORT_PRIVATE_KEY', await parameters('First'))
    return root.submit('IMPORT_PRIVATE_KEY', await parameters('Again'))
  },
} as const satisfies Readonly<Record<string, Cause>>
