import { createTestEngine } from '@keywright/engine/test'
import { parseStampHeader, toHex, toUtf8, verifyStamp } from '@keywright/keys'
import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { describe, expect, it, vi } from 'vitest'
import { ACCOUNT, ethereumProvider, solanaProvider } from '../../test/softwareWallets.ts'
import { KeywrightClient } from '../client.ts'
import { evmWallet, solanaWallet, WalletStamper } from './index.ts'

const engine = createTestEngine('wallet stamper')
const evmSecret = engine.random(32)
const solanaSecret = engine.random(32)

const provider = (form?: 'rsv' | 'v01' | 'compact') => ethereumProvider(evmSecret, form)
const phantom = (isBare?: boolean) => solanaProvider(solanaSecret, isBare)

const cases = [
  ['Ethereum', 'API_KEY_CURVE_SECP256K1', () => evmWallet(provider())],
  ['Ethereum, v of 0 or 1', 'API_KEY_CURVE_SECP256K1', () => evmWallet(provider('v01'))],
  ['Ethereum, EIP-2098', 'API_KEY_CURVE_SECP256K1', () => evmWallet(provider('compact'), ACCOUNT)],
  ['Solana', 'API_KEY_CURVE_ED25519', () => solanaWallet(phantom())],
  ['Solana, bare signatures', 'API_KEY_CURVE_ED25519', () => solanaWallet(phantom(true))],
] as const

describe.each(cases)('%s', (_, curveType, wallet) => {
  it('signs requests that the engine accepts', async () => {
    const { organizationId, root, rootUserId } = await engine.organization()
    const stamper = new WalletStamper(wallet())
    const publicKey = await stamper.getPublicKey()
    await root.run('ACTIVITY_TYPE_CREATE_API_KEYS_V2', {
      userId: rootUserId,
      apiKeys: [{ apiKeyName: 'wallet', publicKey, curveType }],
    })
    const config = { baseUrl: 'http://localhost', organizationId, fetch: engine.handle, now: engine.clock }
    const client = new KeywrightClient(config, stamper)
    expect(await client.whoami()).toMatchObject({ userId: rootUserId })
    expect(await client.createWallet({ walletName: 'ünïcode', accounts: [] })).toMatchObject({
      walletId: expect.any(String),
    })
  })

  it('signs the body', async () => {
    const stamp = parseStampHeader((await new WalletStamper(wallet()).stamp('{"a":"ü"}')).stampHeaderValue)
    expect(await verifyStamp(stamp, toUtf8('{"a":"ü"}'))).toBe(true)
    expect(await verifyStamp(stamp, toUtf8('{"a":"u"}'))).toBe(false)
  })
})

it('prompts an Ethereum wallet once for its key, and never after a stamp has revealed it', async () => {
  const signMessage = vi.fn(evmWallet(provider()).signMessage)
  const stamper = new WalletStamper({ type: 'evm', signMessage })
  const publicKey = await stamper.getPublicKey()
  expect(publicKey).toBe(toHex(secp256k1.getPublicKey(evmSecret)))
  await stamper.getPublicKey()
  expect(signMessage.mock.calls).toEqual([[expect.stringContaining('authorizes nothing')]])
  const other = new WalletStamper({ type: 'evm', signMessage })
  await other.stamp('{}')
  expect(await other.getPublicKey()).toBe(publicKey)
  expect(signMessage).toHaveBeenCalledTimes(2)
})

describe('errors', () => {
  it('a switched account', async () => {
    const stamper = new WalletStamper(evmWallet(provider()), {
      publicKey: toHex(secp256k1.getPublicKey(engine.random(32))),
    })
    await expect(stamper.stamp('{}')).rejects.toMatchObject({ code: 'WALLET_ACCOUNT_CHANGED' })
    let secret = solanaSecret
    const solana = new WalletStamper({
      ...solanaWallet(phantom()),
      getPublicKey: () => toHex(ed25519.getPublicKey(secret)),
    })
    await solana.stamp('{}')
    secret = engine.random(32)
    await expect(solana.stamp('{}')).rejects.toMatchObject({ code: 'WALLET_ACCOUNT_CHANGED' })
  })

  it.each([
    [4001, 'WALLET_REJECTED'],
    ['ACTION_REJECTED', 'WALLET_REJECTED'],
    [4900, 'WALLET_UNAVAILABLE'],
    [-32603, 'WALLET_FAILED'],
  ])('the wallet reports %s', async (code, expected) => {
    const cause = Object.assign(new Error("the wallet's error"), { code })
    const stamper = new WalletStamper({ type: 'evm', signMessage: () => Promise.reject(cause) })
    await expect(stamper.stamp('{}')).rejects.toMatchObject({ code: expected, cause, name: 'WalletError' })
  })

  it.each([
    '0x',
    '',
    '0x1234',
    `0x${'00'.repeat(64)}05`,
    `0x${'00'.repeat(65)}`,
    `0x${'ff'.repeat(64)}1b`,
    'not hexadecimal',
  ])('the wallet returns %s', async (signature) => {
    const stamper = new WalletStamper({ type: 'evm', signMessage: async () => signature })
    await expect(stamper.stamp('{}')).rejects.toMatchObject({ code: 'WALLET_SIGNATURE_INVALID' })
  })

  it('a Solana wallet that is disconnected, or signs something else', async () => {
    const away = new WalletStamper(solanaWallet({ ...phantom(), publicKey: null }))
    await expect(away.getPublicKey()).rejects.toMatchObject({ code: 'WALLET_UNAVAILABLE' })
    const short = new WalletStamper({
      ...solanaWallet(phantom()),
      signMessage: async () => new Uint8Array(63),
    })
    await expect(short.stamp('{}')).rejects.toMatchObject({ code: 'WALLET_SIGNATURE_INVALID' })
  })
})
