/** Wallets and private keys for tests. */
import type { IntentOf, WalletAccountParams } from '@keywright/contract'
import { sealImport } from '@keywright/keys'
import type { Client } from './client.ts'
import type { TestEngine } from './engine.ts'

export const ETHEREUM: WalletAccountParams = {
  curve: 'CURVE_SECP256K1',
  pathFormat: 'PATH_FORMAT_BIP32',
  path: "m/44'/60'/0'/0/0",
  addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
}
export const SOLANA: WalletAccountParams = {
  curve: 'CURVE_ED25519',
  pathFormat: 'PATH_FORMAT_BIP32',
  path: "m/44'/501'/0'/0'",
  addressFormat: 'ADDRESS_FORMAT_SOLANA',
}

/** Creates a wallet with one Ethereum account. */
export const addEthereumWallet = (client: Client, walletName = 'wallet') =>
  client.run('ACTIVITY_TYPE_CREATE_WALLET', { walletName, accounts: [ETHEREUM] })

/** Creates a private key on secp256k1 without addresses. @returns its id */
export async function addPrivateKey(
  client: Client,
  privateKeyName: string,
  changes: Partial<IntentOf<'ACTIVITY_TYPE_CREATE_PRIVATE_KEYS_V2'>['privateKeys'][number]> = {},
): Promise<string> {
  const { privateKeys } = await client.run('ACTIVITY_TYPE_CREATE_PRIVATE_KEYS_V2', {
    privateKeys: [
      { privateKeyName, curve: 'CURVE_SECP256K1', privateKeyTags: [], addressFormats: [], ...changes },
    ],
  })
  return privateKeys[0]!.privateKeyId!
}

/** Seals a secret to an import target of a user of the client's organization. */
export const sealSecret = (
  { signerPublicKey, random }: Pick<TestEngine, 'signerPublicKey' | 'random'>,
  { organizationId }: Client,
  secret: Uint8Array,
  { importBundle, userId }: { importBundle: string; userId: string },
) => sealImport(secret, importBundle, { signerPublicKey, organizationId, userId }, random)
