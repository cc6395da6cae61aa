/** Creates a wallet, or finds the one of the last run, signs a message with it, and verifies the signature. */
import { type KeywrightClient, listAll, listWalletAccounts } from '@keywright/client'
import { createAccount } from '@keywright/web3/viem'
import { verifyMessage } from 'viem'
import { createClient, readSettings, run } from '../keywright.ts'

const WALLET = 'Script'

async function findAddress(client: KeywrightClient): Promise<string | undefined> {
  const { wallets } = await client.listWallets()
  const wallet = wallets.find(({ walletName }) => walletName === WALLET)
  if (!wallet) return undefined
  const accounts = await listAll(client, listWalletAccounts, { walletId: wallet.walletId })
  return accounts[0]?.address
}

async function createAddress(client: KeywrightClient): Promise<string> {
  const { addresses } = await client.createWallet({
    walletName: WALLET,
    accounts: [
      {
        curve: 'CURVE_SECP256K1',
        pathFormat: 'PATH_FORMAT_BIP32',
        path: "m/44'/60'/0'/0/0",
        addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
      },
    ],
  })
  return addresses[0]!
}

await run(async () => {
  const client = createClient(readSettings('.env.root'))
  const address = (await findAddress(client)) ?? (await createAddress(client))
  const account = await createAccount({ client, signWith: address })
  const message = 'Hello, Keywright'
  const signature = await account.signMessage({ message })

  console.log('address  ', account.address)
  console.log('signature', signature)
  console.log('verified ', await verifyMessage({ address: account.address, message, signature }))
})
