/** CosmJS: direct and amino signers. */
import { decodeSignature } from '@cosmjs/amino'
import { Secp256k1, Secp256k1Signature, sha256 } from '@cosmjs/crypto'
import {
  coins,
  encodePubkey,
  isOfflineDirectSigner,
  makeAuthInfoBytes,
  makeSignBytes,
  makeSignDoc,
  Registry,
} from '@cosmjs/proto-signing'
import type { SigningWorld } from '@keywright/client/signing/testing'
import { KeywrightDirectWallet } from '../../src/cosmjs/index.ts'
import { check, type Library } from './form.ts'

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
    'another prefix, such as osmo': async (world) => isSigned(await walletOf(world, 'osmo')),
    'a compressed public key as signWith': async ({ client, compressed }) =>
      isSigned(await KeywrightDirectWallet.init({ client, signWith: compressed })),
    'the id of a private key as signWith': async ({ client, privateKey }) =>
      isSigned(await KeywrightDirectWallet.init({ client, signWith: privateKey.id })),
    'wallet.signAmino(address, doc)': async (world) => {
      const wallet = await walletOf(world)
      if (!('signAmino' in wallet)) throw new Error('the wallet signs in direct mode only')
    },
  },
})
