/** The wallet against an engine. CosmJS verifies its signatures. */
import { decodeSignature, encodeSecp256k1Pubkey, pubkeyToAddress } from '@cosmjs/amino'
import { Secp256k1, Secp256k1Signature, sha256 } from '@cosmjs/crypto'
import { fromBase64, fromHex, toHex } from '@cosmjs/encoding'
import {
  coins,
  encodePubkey,
  makeAuthInfoBytes,
  makeSignBytes,
  makeSignDoc,
  Registry,
} from '@cosmjs/proto-signing'
import { createConnection } from '@keywright/client'
import { approvedLater, createSigningWorld, type SigningWorld } from '@keywright/client/signing/testing'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { KeywrightDirectWallet } from './index.ts'

let world: SigningWorld
beforeAll(async () => {
  world = await createSigningWorld('cosmjs')
})
beforeEach(() => void (world.sent.length = 0))

type Changes = Partial<Parameters<typeof KeywrightDirectWallet.init>[0]>
const walletOf = (changes: Changes = {}) =>
  KeywrightDirectWallet.init({
    client: world.client,
    signWith: world.cosmos,
    walletId: world.walletId,
    ...changes,
  })

async function docOf(wallet: KeywrightDirectWallet) {
  const [account] = await wallet.getAccounts()
  const { address, pubkey } = account!
  const value = { fromAddress: address, toAddress: address, amount: coins(1234, 'uatom') }
  const messages = [{ typeUrl: '/cosmos.bank.v1beta1.MsgSend', value }]
  const body = new Registry().encodeTxBody({ messages, memo: 'Grüße' })
  const key = encodePubkey({
    type: 'tendermint/PubKeySecp256k1',
    value: Buffer.from(pubkey).toString('base64'),
  })
  const auth = makeAuthInfoBytes(
    [{ pubkey: key, sequence: 3 }],
    coins(2000, 'uatom'),
    200_000,
    undefined,
    undefined,
  )
  return { address, pubkey, doc: makeSignDoc(body, auth, 'cosmoshub-4', 12) }
}

async function signsRightly(
  wallet: KeywrightDirectWallet,
  through = <T>(signing: Promise<T>): Promise<T> => signing,
) {
  const { address, pubkey, doc } = await docOf(wallet)
  const { signed, signature } = await through(wallet.signDirect(address, doc))
  expect(signed).toEqual(doc)
  expect(fromBase64(signature.pub_key.value)).toEqual(pubkey)
  const bytes = Secp256k1Signature.fromFixedLength(decodeSignature(signature).signature)
  expect(await Secp256k1.verifySignature(bytes, sha256(makeSignBytes(doc)), pubkey)).toBe(true)
  return { address, pubkey, doc }
}

it('signs a document that the engine hashes once', async () => {
  const { address, pubkey, doc } = await signsRightly(await walletOf())
  expect([address, toHex(pubkey)]).toEqual([world.cosmos, world.compressed])
  expect(world.sent).toEqual([
    {
      call: 'sign_raw_payload',
      parameters: {
        signWith: world.cosmos,
        payload: toHex(makeSignBytes(doc)),
        encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
        hashFunction: 'HASH_FUNCTION_SHA256',
      },
    },
  ])
})

it('waits for a vote', async () => {
  const wallet = await walletOf({ client: world.proposer, signWith: world.privateKey.id })
  await signsRightly(wallet, (signing) => approvedLater(world, signing))
})

describe('errors', () => {
  it.each([
    ['an Ethereum address', () => ({ signWith: world.ethereum }), 'ADDRESS_INVALID'],
    ['a Cosmos address without a wallet', () => ({ walletId: '' }), 'ADDRESS_INVALID'],
    ['a key of another curve', () => ({ signWith: world.solanaKey.id }), 'ADDRESS_INVALID'],
    ['an unknown key', () => ({ signWith: crypto.randomUUID() }), 'RESOURCE_NOT_FOUND'],
    ['offline', () => ({ client: world.offline }), 'UNREACHABLE'],
  ] as const)('%s', async (_, changes, code) => {
    await expect(walletOf(changes())).rejects.toMatchObject({ code })
  })

  it('a public key of another address, as a malicious server would return', async () => {
    const { publicKey } = (await world.client.getPrivateKey({ privateKeyId: world.privateKey.id })).privateKey
    const fetch = async () => Response.json({ account: { address: world.cosmos, publicKey } })
    const client = createConnection({ ...world.client, fetch } as never, world.client.stamper)
    const key = encodeSecp256k1Pubkey(fromHex(world.compressed))
    for (const prefix of ['cosmos', 'osmo', 'c4e']) {
      for (const signWith of [world.cosmos, pubkeyToAddress(key, prefix)]) {
        await expect(walletOf({ client, prefix, signWith })).rejects.toMatchObject({
          code: 'SIGNER_MISMATCH',
        })
      }
    }
  })

  it('another account or another prefix: sends nothing', async () => {
    const { address, doc } = await docOf(await walletOf())
    const osmosis = await walletOf({ prefix: 'osmo' })
    await expect(osmosis.signDirect(address, doc)).rejects.toMatchObject({ code: 'ACCOUNT_UNKNOWN' })
    expect(world.sent).toEqual([])
  })
})
