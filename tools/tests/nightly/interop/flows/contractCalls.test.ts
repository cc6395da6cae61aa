/** A public client stores an interface and a cap, and its user signs calls within it only. */
import { startTestDev, type TestDev } from '@keywright/server/test'
import { Interface, Transaction } from 'ethers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sdks, serverSdkClient } from '../support/sdks.ts'

let dev: TestDev
beforeAll(async () => {
  dev = await startTestDev()
})
afterAll(() => dev.close())

const TOKEN = '0xdAC17F958D2ee523a2206206994597C13D831ec7'
const SHOP = '0x6Fac4D18c912343BF86fa7049364Dd4E424Ab9C0'
const token = new Interface(['function transfer(address to, uint256 amount) returns (bool)'])
const transfer = (amount: number) => token.encodeFunctionData('transfer', [SHOP, amount])

it('stores, lists, reads and deletes an interface, which caps the calls of a user', async () => {
  const root = serverSdkClient('new', dev.server)
  const apiKey = sdks.new.crypto.generateP256KeyPair()
  const { userIds } = await root.createUsers!({
    users: [
      {
        userName: 'payouts',
        apiKeys: [{ apiKeyName: 'own', publicKey: apiKey.publicKey, curveType: 'API_KEY_CURVE_P256' }],
        authenticators: [],
        userTags: [],
        oauthProviders: [],
      },
    ],
  })
  const account = {
    curve: 'CURVE_SECP256K1',
    pathFormat: 'PATH_FORMAT_BIP32',
    path: "m/44'/60'/0'/0/0",
    addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
  }
  const { addresses } = await root.createWallet!({ walletName: 'payouts', accounts: [account] })
  const { smartContractInterfaceId } = await root.createSmartContractInterface!({
    label: 'Token',
    smartContractAddress: TOKEN,
    smartContractInterface: token.formatJson(),
    type: 'SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM',
  })
  const stored = { smartContractInterfaceId, label: 'Token', smartContractInterface: token.formatJson() }
  const { smartContractInterfaces } = await root.getSmartContractInterfaces!({})
  expect(smartContractInterfaces).toEqual([expect.objectContaining(stored)])
  const { smartContractInterface } = await root.getSmartContractInterface!({ smartContractInterfaceId })
  expect(smartContractInterface).toMatchObject(stored)
  await root.createPolicy!({
    policyName: 'cap',
    effect: 'EFFECT_ALLOW',
    consensus: `approvers.any(user, user.id == '${userIds[0]}')`,
    condition: `eth.tx.to == '${TOKEN}' && eth.tx.function_name == 'transfer' && eth.tx.contract_call_args['amount'] <= 100`,
    notes: '',
  })
  const payouts = serverSdkClient('new', dev.server, { apiKey })
  const isSigned = (data: string, to = TOKEN) =>
    payouts.signTransaction!({
      signWith: addresses[0],
      type: 'TRANSACTION_TYPE_ETHEREUM',
      unsignedTransaction: Transaction.from({
        type: 2,
        to,
        data,
        chainId: 1n,
        gasLimit: 60_000n,
        maxFeePerGas: 10n,
      }).unsignedSerialized.slice(2),
    }).then(
      ({ signedTransaction }) => Transaction.from(`0x${signedTransaction}`).from === addresses[0],
      () => false,
    )
  expect(await isSigned(transfer(100))).toBe(true)
  expect(await isSigned(transfer(101))).toBe(false)
  expect(await isSigned(transfer(99), SHOP)).toBe(false)
  expect(await isSigned(`${transfer(98)}00`)).toBe(false)
  expect(await root.deleteSmartContractInterface!({ smartContractInterfaceId })).toMatchObject({
    smartContractInterfaceId,
  })
  expect(await isSigned(transfer(97))).toBe(false)
})
