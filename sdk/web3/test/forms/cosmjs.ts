/** CosmJS: direct and amino signers. */
import { decodeSignature, pubkeyToAddress } from '@cosmjs/amino'
import { Secp256k1, Secp256k1Signature, sha256 } from '@cosmjs/crypto'
import {
  coins,
  decodeTxRaw,
  encodePubkey,
  isOfflineDirectSigner,
  makeAuthInfoBytes,
  makeSignBytes,
  makeSignDoc,
  Registry,
} from '@cosmjs/proto-signing'
import { GasPrice, SigningStargateClient } from '@cosmjs/stargate'
import type { SigningWorld } from '@keywright/client/signing/testing'
import { KeywrightDirectWallet } from '../../src/cosmjs/index.ts'
import { check, type Library } from './form.ts'

const OTHER_KEY = {
  type: 'tendermint/PubKeySecp256k1',
  value: 'A08EGB7ro1ORuFhjOnZcSgwYlpe0DSFjVNUIkNNQxwKQ',
}

const walletOf = ({ client, cosmos, walletId }: SigningWorld, prefix?: string) =>
  KeywrightDirectWallet.init({ client, signWith: cosmos, walletId, ...(prefix && { prefix }) })

async function isSigned(wallet: KeywrightDirectWallet): Promise<void> {
  const [account] = await wallet.getAccounts()
  const { address, pubkey } = account!
  const value = { fromAddress: address, toAddress: address, amount: coins(1, 'uatom') }
  const body = new Registry().encodeTxBody({ messages: [{ typeUrl: '/cosmos.bank.v1beta1.MsgSend', value }] })
  const type = 'tendermint/PubKeySecp256k1'
  const key = encodePubkey({ type, value: Buffer.from(pubkey).toString('base64') })
  const auth = makeAuthInfoBytes([{ pubkey: key, sequence: 0 }], coins(1, 'uatom'), 1, undefined, undefined)
  const doc = makeSignDoc(body, auth, 'cosmoshub-4', 1)
  const { signature } = await wallet.signDirect(address, doc)
  const bytes = Secp256k1Signature.fromFixedLength(decodeSignature(signature).signature)
  check(await Secp256k1.verifySignature(bytes, sha256(makeSignBytes(doc)), pubkey), 'signature')
}

const CHAIN = { accountNumber: 1n, sequence: 0, chainId: 'cosmoshub-4' }
const FEE = { amount: coins(500, 'uatom'), gas: '200000' }

/** Signs as `sendTokens` and `signAndBroadcast` of a connected client do before they broadcast. */
async function isSignedBy(wallet: KeywrightDirectWallet, registry?: Registry, typeUrl?: string) {
  const [account] = await wallet.getAccounts()
  const { address, pubkey } = account!
  const client = await SigningStargateClient.offline(wallet, registry && { registry })
  const value = { fromAddress: address, toAddress: address, amount: coins(1, 'uatom') }
  const message = { typeUrl: typeUrl ?? '/cosmos.bank.v1beta1.MsgSend', value }
  const raw = await client.sign(address, [message], FEE, 'a memo', CHAIN)
  const doc = makeSignDoc(raw.bodyBytes, raw.authInfoBytes, CHAIN.chainId, CHAIN.accountNumber)
  const signature = Secp256k1Signature.fromFixedLength(raw.signatures[0]!)
  check(await Secp256k1.verifySignature(signature, sha256(makeSignBytes(doc)), pubkey), 'signature')
}

/** A node that knows the account, prices each transaction alike and accepts it. */
function nodeOf(address: string) {
  const sent: Uint8Array[] = []
  const text = (value: string) => [...new TextEncoder().encode(value)]
  const field = (number: number, value: number[]) => [(number << 3) | 2, value.length, ...value]
  const account = [...field(1, text(address)), 0x18, 1]
  const any = [...field(1, text('/cosmos.auth.v1beta1.BaseAccount')), ...field(2, account)]
  const gas = [0x10, 100]
  return {
    sent,
    status: async () => ({ nodeInfo: { network: CHAIN.chainId } }),
    abciQuery: async ({ path }: { path: string }) => ({
      code: 0,
      height: 1,
      value: Uint8Array.from(field(1, path.endsWith('/Simulate') ? gas : any)),
    }),
    async broadcastTxSync({ tx }: { tx: Uint8Array }) {
      sent.push(tx)
      return { code: 0, hash: sha256(tx) }
    },
  }
}

export const cosmjs = (version: string): Library => ({
  name: '@cosmjs/proto-signing',
  version,
  forms: {
    'isOfflineDirectSigner(wallet), which clients ask': async (world) =>
      check(isOfflineDirectSigner(await walletOf(world)), 'signer'),
    'wallet.getAccounts()': async (world) => {
      const [account] = await (await walletOf(world)).getAccounts()
      check(account!.address === world.cosmos && account!.algo === 'secp256k1', 'account')
    },
    'wallet.signDirect(address, doc)': async (world) => isSigned(await walletOf(world)),
    'SigningStargateClient.sign(address, messages, fee, memo, signerData)': async (world) =>
      isSignedBy(await walletOf(world)),
    'client.signAndBroadcastSync(address, messages, "auto", memo)': async (world) => {
      const node = nodeOf(world.cosmos)
      const gasPrice = GasPrice.fromString('0.01uatom')
      const client = await SigningStargateClient.createWithSigner(node as never, await walletOf(world), {
        gasPrice,
      })
      const value = { fromAddress: world.cosmos, toAddress: world.cosmos, amount: coins(1, 'uatom') }
      const message = { typeUrl: '/cosmos.bank.v1beta1.MsgSend', value }
      await client.signAndBroadcastSync(world.cosmos, [message], 'auto', 'a memo')
      const { body, signatures } = decodeTxRaw(node.sent[0]!)
      check(body.memo === 'a memo' && signatures[0]!.length === 64, 'transaction')
    },
    'SigningStargateClient with a registry of own messages': async (world) => {
      const registry = new Registry()
      registry.register('/example.v1.MsgOwn', registry.lookupType('/cosmos.bank.v1beta1.MsgSend')!)
      await isSignedBy(await walletOf(world), registry, '/example.v1.MsgOwn')
    },
    'SigningStargateClient.sign as the address of another account': async (world) => {
      const client = await SigningStargateClient.offline(await walletOf(world))
      await client.sign(pubkeyToAddress(OTHER_KEY, 'cosmos'), [], FEE, '', CHAIN)
    },
    'another prefix, such as osmo': async (world) => isSigned(await walletOf(world, 'osmo')),
    'a compressed public key as signWith': async ({ client, walletId }) => {
      const account = {
        curve: 'CURVE_SECP256K1',
        pathFormat: 'PATH_FORMAT_BIP32',
        path: "m/44'/118'/7'/0/0",
        addressFormat: 'ADDRESS_FORMAT_COMPRESSED',
      } as const
      const { addresses } = await client.createWalletAccounts({ walletId, accounts: [account] })
      await isSigned(await KeywrightDirectWallet.init({ client, signWith: addresses[0]! }))
    },
    'the id of a private key as signWith': async ({ client, privateKey }) =>
      isSigned(await KeywrightDirectWallet.init({ client, signWith: privateKey.id })),
    'wallet.signAmino(address, doc)': async (world) => {
      const wallet = await walletOf(world)
      if (!('signAmino' in wallet)) throw new Error('the wallet signs in direct mode only')
    },
  },
})
