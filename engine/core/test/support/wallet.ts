/** A wallet for tests. */
import type { Client } from './client.ts'

/** Creates a wallet with one Ethereum account. */
export const addEthereumWallet = (client: Client, walletName = 'wallet') =>
  client.run('ACTIVITY_TYPE_CREATE_WALLET', {
    walletName,
    accounts: [
      {
        curve: 'CURVE_SECP256K1',
        pathFormat: 'PATH_FORMAT_BIP32',
        path: "m/44'/60'/0'/0/0",
        addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
      },
    ],
  })
