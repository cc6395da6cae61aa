import { keccak256, parseHex, toHex, toUtf8 } from '@keywright/keys'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { expect, it } from 'vitest'
import { createTestEngine } from '../testing/index.ts'

const ETHEREUM = {
  curve: 'CURVE_SECP256K1',
  pathFormat: 'PATH_FORMAT_BIP32',
  path: "m/44'/60'/0'/0/0",
  addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
} as const

it('signs a payload with an account of a new wallet', async () => {
  const engine = createTestEngine()
  const { root, organizationId } = await engine.organization()
  const { walletId, addresses } = await root.run('ACTIVITY_TYPE_CREATE_WALLET', {
    walletName: 'treasury',
    accounts: [ETHEREUM],
  })
  const { accounts } = await root.query('list_wallet_accounts', { walletId })
  const { r, s, v } = await root.run('ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2', {
    signWith: addresses[0]!,
    payload: 'hello',
    encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
    hashFunction: 'HASH_FUNCTION_KECCAK256',
  })
  const signature = parseHex(r + s, 'signature')
  const publicKey = parseHex(accounts[0]!.publicKey!, 'public key')
  expect(secp256k1.verify(signature, keccak256(toUtf8('hello')), publicKey, { prehash: false })).toBe(true)
  expect(v).toMatch(/^0[01]$/)
  expect(toHex(publicKey)).toHaveLength(66)
  expect(await engine.verifyJournal(organizationId)).toMatchObject({ ok: true, entries: 3 })
  expect(engine.faults).toEqual([])
})
