/** Today's Cosmos wallet, the only one published, against the development server. */
import { type AminoSignResponse, decodeSignature } from '@cosmjs/amino'
import { Secp256k1, Secp256k1Signature, sha256 } from '@cosmjs/crypto'
import { fromBase64 } from '@cosmjs/encoding'
import {
  coins,
  type DirectSignResponse,
  encodePubkey,
  makeAuthInfoBytes,
  makeSignBytes,
  makeSignDoc,
  Registry,
} from '@cosmjs/proto-signing'
import type * as CosmosSigner from 'cosmjs-signer-new'
import { describe, expect, it } from 'vitest'
import { createSignerRecorder } from './support/recorder.ts'
import { loadSigner } from './support/signerPackage.ts'
import { type SignerWallet, withSignerWorld, world } from './support/signerWorld.ts'

type Wallet = CosmosSigner.TurnkeyDirectWallet

withSignerWorld('Cosmos wallets')

const recorder = createSignerRecorder()
const client = 'cosmjs-signer-new'

/** A sign document that sends coins, as a stargate client would build it. */
async function signDocOf(wallet: Wallet, memo: string) {
  const [account] = await wallet.getAccounts()
  const { address, pubkey } = account!
  const amount = coins(1234, 'uatom')
  const send = { fromAddress: address, toAddress: address, amount }
  const messages = [{ typeUrl: '/cosmos.bank.v1beta1.MsgSend', value: send }]
  const body = new Registry().encodeTxBody({ messages, memo })
  const key = encodePubkey({
    type: 'tendermint/PubKeySecp256k1',
    value: Buffer.from(pubkey).toString('base64'),
  })
  const fee = coins(2000, 'uatom')
  const auth = makeAuthInfoBytes([{ pubkey: key, sequence: 3 }], fee, 200_000, undefined, undefined)
  return { address, pubkey, doc: makeSignDoc(body, auth, 'cosmoshub-4', 12) }
}

async function signed(wallet: Wallet, memo: string) {
  const { address, pubkey, doc } = await signDocOf(wallet, memo)
  const response = await wallet.signDirect(address, doc)
  expect(response.signed).toEqual(doc)
  return { response, pubkey, digest: sha256(makeSignBytes(doc)) }
}

function verifies(
  { signature }: DirectSignResponse | AminoSignResponse,
  digest: Uint8Array,
  pubkey: Uint8Array,
) {
  expect(fromBase64(signature.pub_key.value)).toEqual(pubkey)
  const bytes = Secp256k1Signature.fromFixedLength(decodeSignature(signature).signature)
  return Secp256k1.verifySignature(bytes, digest, pubkey)
}

describe.each(['http', 'sdk-server'] as const)('cosmjs-signer-new through %s', (through) => {
  const { signer, clientOf } = loadSigner<typeof CosmosSigner>(client)
  const hashesTwice = through === 'http'

  function walletOf(signWith = world.open.uncompressed) {
    const { url, organizationId, trader: key } = world
    return signer.TurnkeyDirectWallet.init({
      config: { client: clientOf(through, { url, organizationId, key }), organizationId, signWith },
    })
  }

  const send = recorder.sender(client, through)

  it.each(['uncompressed', 'compressed'] satisfies (keyof SignerWallet)[])(
    'signs a document with a public key that is %s',
    async (format) => {
      const signWith = world.open[format]
      const wallet = await walletOf(signWith)
      const { answer } = await send('signDirect', () => signed(wallet, format))
      const { response, digest, pubkey } = answer
      // A defect of the client: through HTTP it sends the digest and asks to hash it once more.
      expect(await verifies(response, digest, pubkey)).toBe(!hashesTwice)
      expect(await verifies(response, sha256(digest), pubkey)).toBe(hashesTwice)
    },
  )

  it('knows no signAmino', async () => {
    expect('signAmino' in (await walletOf())).toBe(false)
  })

  it('finds the public key of a private key by its id, and the same address', async () => {
    const { answer: wallet, requests } = await send('init, with the id of a private key', () =>
      walletOf(world.privateKey.id),
    )
    expect(requests).toEqual([{ call: 'get_private_key', type: null, status: 200 }])
    const [account] = await wallet.getAccounts()
    expect(account).toMatchObject({ algo: 'secp256k1', address: world.privateKey.cosmos })
    const { response, digest, pubkey } = await signed(wallet, 'by id')
    expect(await verifies(response, hashesTwice ? sha256(digest) : digest, pubkey)).toBe(true)
  })
})

it('sends the calls in the list', () => {
  recorder.expectProven(client)
})
