import { createHash } from 'node:crypto'
import { PublicKey } from '@solana/web3.js'
import { bech32 } from 'bech32'
import * as bitcoin from 'bitcoinjs-lib'
import blake from 'blakejs'
import { computeAddress, decodeBase58, SigningKey } from 'ethers'
import * as tiny from 'tiny-secp256k1'
import { describe, expect, it } from 'vitest'
import { expectKeysError } from '../test/expectKeysError.ts'
import { seededRandom } from '../test/index.ts'
import vectors from '../vectors/addresses.json'
import { addressOf } from './address.ts'
import {
  type AddressFormat,
  addressFormats,
  assertFormatFitsCurve,
  bitcoinNetworkOf,
  defaultCurveOf,
  defaultPathOf,
  formatFitsCurve,
  isTaprootFormat,
} from './addressFormats.ts'
import { type Curve, curves, generatePrivateKey, publicKeyOf } from './curve.ts'
import { deriveKeyPair } from './derive.ts'
import { parseBase58check, parseHex, toHex } from './encoding.ts'
import { isAddress, toChecksumAddress } from './ethereum/ethereumAddress.ts'
import { deriveSeed, parsePhrase } from './phrase.ts'

bitcoin.initEccLib(tiny)

function someKeys(curve: Curve, count: number): Uint8Array[] {
  const random = seededRandom(`addresses ${curve}`)
  return Array.from({ length: count }, () => publicKeyOf(curve, generatePrivateKey(curve, random)))
}

describe('published addresses', () => {
  it.each(vectors.derived)('of $of at $path', async ({ format, path, address }) => {
    const seed = await deriveSeed(parsePhrase(vectors.phrase))
    const { publicKey } = deriveKeyPair('CURVE_SECP256K1', seed, path)
    expect(addressOf(format as AddressFormat, publicKey)).toBe(address)
  })

  it.each(vectors.keys)('of $of for $format', ({ publicKey, format, address }) => {
    expect(addressOf(format as AddressFormat, parseHex(publicKey, 'key'))).toBe(address)
  })

  it.each(vectors.eip55)('carry the checksum of EIP-55: %s', (address) => {
    expect(toChecksumAddress(parseHex(address.toLowerCase(), 'address', { prefix: true }))).toBe(address)
    expect(isAddress(address)).toBe(true)
  })

  it('with one letter in the wrong case are rejected', () => {
    const [address] = vectors.eip55
    expect(isAddress(address!.replace('A', 'a'))).toBe(false)
    expect(isAddress(address!.toLowerCase())).toBe(true)
    expect(isAddress(address!.slice(2))).toBe(false)
  })

  it('of Sui are the published one', async () => {
    const { phrase, address } = vectors.sui
    const seed = await deriveSeed(parsePhrase(phrase))
    const { publicKey } = deriveKeyPair('CURVE_ED25519', seed, defaultPathOf('ADDRESS_FORMAT_SUI'))
    expect(addressOf('ADDRESS_FORMAT_SUI', publicKey)).toBe(address)
  })
})

describe('a second library agrees on', () => {
  const networks = {
    MAINNET: bitcoin.networks.bitcoin,
    TESTNET: bitcoin.networks.testnet,
    SIGNET: bitcoin.networks.testnet,
    REGTEST: bitcoin.networks.regtest,
  }
  const scripts: Record<string, (pubkey: Uint8Array, network: bitcoin.Network) => string | undefined> = {
    P2PKH: (pubkey, network) => bitcoin.payments.p2pkh({ pubkey, network }).address,
    P2SH: (pubkey, network) =>
      bitcoin.payments.p2sh({ redeem: bitcoin.payments.p2wpkh({ pubkey, network }), network }).address,
    P2WPKH: (pubkey, network) => bitcoin.payments.p2wpkh({ pubkey, network }).address,
    P2WSH: (pubkey, network) =>
      bitcoin.payments.p2wsh({ redeem: bitcoin.payments.p2pk({ pubkey, network }), network }).address,
    P2TR: (pubkey, network) => bitcoin.payments.p2tr({ internalPubkey: pubkey.subarray(1), network }).address,
  }

  it.each(Object.entries(networks))('Bitcoin %s', (name, network) => {
    for (const key of someKeys('CURVE_SECP256K1', 20)) {
      for (const [script, address] of Object.entries(scripts)) {
        const format = `ADDRESS_FORMAT_BITCOIN_${name}_${script}` as AddressFormat
        expect(addressOf(format, key)).toBe(address(key, network))
        expect(bitcoinNetworkOf(format)).toBe(name)
        expect(isTaprootFormat(format)).toBe(script === 'P2TR')
      }
    }
  })

  it('Ethereum, Tron and the two bare formats', () => {
    for (const key of someKeys('CURVE_SECP256K1', 50)) {
      const ethereum = computeAddress(`0x${toHex(key)}`)
      expect(addressOf('ADDRESS_FORMAT_ETHEREUM', key)).toBe(ethereum)
      const tron = parseBase58check(addressOf('ADDRESS_FORMAT_TRON', key), 'address')
      expect(`0x${toHex(tron)}`).toBe(`0x41${ethereum.slice(2).toLowerCase()}`)
      expect(addressOf('ADDRESS_FORMAT_TRON', key)).toMatch(/^T/)
      expect(addressOf('ADDRESS_FORMAT_COMPRESSED', key)).toBe(toHex(key))
      const point = SigningKey.computePublicKey(`0x${toHex(key)}`, false).slice(2)
      expect(addressOf('ADDRESS_FORMAT_UNCOMPRESSED', key)).toBe(point)
    }
  })

  it('Cosmos', () => {
    for (const key of someKeys('CURVE_SECP256K1', 20)) {
      const hash = createHash('ripemd160').update(createHash('sha256').update(key).digest()).digest()
      expect(addressOf('ADDRESS_FORMAT_COSMOS', key)).toBe(bech32.encode('cosmos', bech32.toWords(hash)))
    }
  })

  it('Solana, Aptos and Sui', () => {
    for (const key of someKeys('CURVE_ED25519', 50)) {
      expect(addressOf('ADDRESS_FORMAT_SOLANA', key)).toBe(new PublicKey(key).toBase58())
      expect(BigInt(`0x${toHex(key)}`)).toBe(decodeBase58(addressOf('ADDRESS_FORMAT_SOLANA', key)))
      const hash = createHash('sha3-256').update(key).update(Uint8Array.of(0)).digest('hex')
      expect(addressOf('ADDRESS_FORMAT_APTOS', key)).toBe(`0x${hash}`)
      const sui = blake.blake2bHex(Uint8Array.of(0, ...key), undefined, 32)
      expect(addressOf('ADDRESS_FORMAT_SUI', key)).toBe(`0x${sui}`)
      expect(addressOf('ADDRESS_FORMAT_COMPRESSED', key)).toBe(toHex(key))
    }
  })
})

describe('formats', () => {
  it('each have a default path that derives on their curve', () => {
    for (const format of addressFormats) {
      for (const curve of curves.filter((each) => formatFitsCurve(format, each))) {
        const { publicKey } = deriveKeyPair(curve, new Uint8Array(64), defaultPathOf(format, curve))
        expect(addressOf(format, publicKey)).not.toBe('')
      }
    }
    expect(addressFormats).toHaveLength(28)
    expect(defaultPathOf('ADDRESS_FORMAT_COMPRESSED', 'CURVE_ED25519')).toBe("m/0'/0'")
    expect(defaultCurveOf('ADDRESS_FORMAT_SUI')).toBe('CURVE_ED25519')
  })

  it('refuse the other curve, and names that are not theirs', () => {
    const [key] = someKeys('CURVE_ED25519', 1)
    expectKeysError('ADDRESS_FORMAT_MISMATCH', () => addressOf('ADDRESS_FORMAT_ETHEREUM', key!))
    expectKeysError('ADDRESS_FORMAT_MISMATCH', () => addressOf('ADDRESS_FORMAT_UNCOMPRESSED', key!))
    expectKeysError('ADDRESS_FORMAT_MISMATCH', () =>
      assertFormatFitsCurve('ADDRESS_FORMAT_SOLANA', 'CURVE_SECP256K1'),
    )
    expectKeysError('ADDRESS_FORMAT_UNKNOWN', () => addressOf('constructor' as AddressFormat, key!))
  })

  it("reject 33 bytes that don't encode a point", () => {
    const nowhere = parseHex(`02${'f'.repeat(64)}`, 'key')
    for (const format of ['ETHEREUM', 'TRON', 'UNCOMPRESSED', 'BITCOIN_MAINNET_P2TR']) {
      expectKeysError('PUBLIC_KEY_MALFORMED', () =>
        addressOf(`ADDRESS_FORMAT_${format}` as AddressFormat, nowhere),
      )
    }
  })
})
