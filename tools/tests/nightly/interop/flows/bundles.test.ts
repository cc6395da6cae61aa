/** Encrypted imports and exports, with clients that encrypt, decrypt and verify the signer. */

import { parseHex, toBase58, toHex } from '@keywright/keys'
import { startTestDev, type TestDev } from '@keywright/server/test'
import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AGES, sdks, serverSdkClient } from '../support/sdks.ts'

/** The first Ethereum account of BIP-39's all-zero test phrase, as every wallet shows it. */
const PHRASE = `${'abandon '.repeat(11)}about`
const PHRASE_ADDRESS = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'
const account = {
  curve: 'CURVE_SECP256K1',
  pathFormat: 'PATH_FORMAT_BIP32',
  path: "m/44'/60'/0'/0/0",
  addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
}

describe.each(AGES)('%s', (age) => {
  // One per age, because an organization accepts the same phrase only once.
  let dev: TestDev
  beforeAll(async () => {
    dev = await startTestDev()
  })
  afterAll(() => dev.close())

  const { crypto } = sdks[age]
  const client = () => serverSdkClient(age, dev.server)
  /** Additional options of the helpers, which otherwise require another signer. */
  const trust = () => ({
    organizationId: dev.server.organizationId,
    dangerouslyOverrideSignerPublicKey: dev.server.signerPublicKey,
  })

  it('imports a wallet, exports it again, and exports one of its accounts', async () => {
    const { userId } = await client().getWhoami!()
    const { importBundle } = await client().initImportWallet!({ userId })
    const sealing = { mnemonic: PHRASE, importBundle, userId, ...trust() }
    await expect(
      crypto.encryptWalletToBundle({ ...sealing, dangerouslyOverrideSignerPublicKey: '' }),
    ).rejects.toThrow(/does not match/)
    const { walletId, addresses } = await client().importWallet!({
      userId,
      walletName: `imported ${age}`,
      encryptedBundle: await crypto.encryptWalletToBundle(sealing),
      accounts: [account],
    })
    expect(addresses).toEqual([PHRASE_ADDRESS])

    const target = crypto.generateP256KeyPair()
    const targetPublicKey = target.publicKeyUncompressed
    const wallet = await client().exportWallet!({ walletId, targetPublicKey })
    const opening = { embeddedKey: target.privateKey, ...trust() }
    const phrase = { exportBundle: wallet.exportBundle, returnMnemonic: true, ...opening }
    expect(await crypto.decryptExportBundle(phrase)).toBe(PHRASE)
    await expect(crypto.decryptExportBundle({ ...phrase, organizationId: userId })).rejects.toThrow(
      /organization id/,
    )
    await expect(
      crypto.decryptExportBundle({ ...phrase, dangerouslyOverrideSignerPublicKey: '' }),
    ).rejects.toThrow(/does not match/)

    const exported = await client().exportWalletAccount!({ address: PHRASE_ADDRESS, targetPublicKey })
    const key = await crypto.decryptExportBundle({
      exportBundle: exported.exportBundle,
      returnMnemonic: false,
      ...opening,
    })
    const point = secp256k1.getPublicKey(parseHex(key, 'key'), false)
    expect(`0x${toHex(keccak_256(point.slice(1)).slice(12))}`).toBe(PHRASE_ADDRESS.toLowerCase())
  })

  it.each(['HEXADECIMAL', 'SOLANA'] as const)(
    'imports and exports a private key as %s',
    async (keyFormat) => {
      const { userId } = await client().getWhoami!()
      const seed = ed25519.utils.randomSecretKey()
      const point = ed25519.getPublicKey(seed)
      const privateKey = keyFormat === 'SOLANA' ? toBase58(Uint8Array.of(...seed, ...point)) : toHex(seed)
      const { importBundle } = await client().initImportPrivateKey!({ userId })
      const { privateKeyId, addresses } = await client().importPrivateKey!({
        userId,
        privateKeyName: `imported ${age} ${keyFormat}`,
        encryptedBundle: await crypto.encryptPrivateKeyToBundle({
          privateKey,
          keyFormat,
          importBundle,
          userId,
          ...trust(),
        }),
        curve: 'CURVE_ED25519',
        addressFormats: ['ADDRESS_FORMAT_SOLANA'],
      })
      expect(addresses).toEqual([{ format: 'ADDRESS_FORMAT_SOLANA', address: toBase58(point) }])

      const target = crypto.generateP256KeyPair()
      const { exportBundle } = await client().exportPrivateKey!({
        privateKeyId,
        targetPublicKey: target.publicKeyUncompressed,
      })
      const opened = await crypto.decryptExportBundle({
        exportBundle,
        embeddedKey: target.privateKey,
        keyFormat,
        returnMnemonic: false,
        ...trust(),
      })
      expect(opened).toBe(privateKey)
    },
  )
})
