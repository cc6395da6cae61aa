import { addressFormats } from '@keywright/contract'
import { describe, expect, it } from 'vitest'
import { TEST_PHRASE } from '../../../shared/testPhrase.ts'
import { exploreAddress } from './exploreAddress.ts'
import { formatsOfPreset } from './formats.ts'

describe('exploreAddress', () => {
  // https://github.com/bitcoin/bips/blob/master/bip-0084.mediawiki#test-vectors and bip-0086
  it.each([
    [
      "m/84'/0'/0'/0/0",
      'ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH',
      'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
    ],
    [
      "m/86'/0'/0'/0/0",
      'ADDRESS_FORMAT_BITCOIN_MAINNET_P2TR',
      'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
    ],
    ["m/44'/60'/0'/0/0", 'ADDRESS_FORMAT_ETHEREUM', '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'],
  ] as const)('derives %s', async (path, format, address) => {
    const explored = await exploreAddress(TEST_PHRASE, 'CURVE_SECP256K1', path, format)
    expect(explored.address).toBe(address)
    // BIP-39 test vector without a passphrase.
    expect(explored.seedBegin).toBe('5eb00bbddcf06908')
    expect(explored.levels.map((level) => level.path)).toEqual(
      path
        .split('/')
        .slice(1)
        .map((_, n) =>
          path
            .split('/')
            .slice(0, n + 2)
            .join('/'),
        ),
    )
    expect(explored.levels.at(-1)!.publicKey).toBe(explored.publicKey)
  })

  it.each(formatsOfPreset(undefined).map(({ format, curve, path }) => [format, curve, path] as const))(
    'accepts the usual path of %s on %s',
    async (format, curve, path) => {
      const { address } = await exploreAddress(TEST_PHRASE, curve, path, format)
      const known = addressFormats.find((one) => one.format === format && one.curves[0] === curve)
      if (known) expect(address).toBe(known.example)
      else expect(address.length).toBeGreaterThan(20)
    },
  )

  it.each([
    ['abandon', "m/44'/60'/0'/0/0", 'words'],
    [TEST_PHRASE.replace('about', 'abandon'), "m/44'/60'/0'/0/0", 'checksum'],
    [TEST_PHRASE.replace('about', 'zzz'), "m/44'/60'/0'/0/0", 'word 12'],
    [TEST_PHRASE, '44/60', 'start with'],
    [TEST_PHRASE, 'm/44h', 'index 1'],
    [TEST_PHRASE, '', 'start with'],
  ])('explains what is wrong with %s at %s', async (phrase, path, words) => {
    await expect(exploreAddress(phrase, 'CURVE_SECP256K1', path, 'ADDRESS_FORMAT_ETHEREUM')).rejects.toThrow(
      words,
    )
  })

  it('rejects a non-hardened level on Ed25519', async () => {
    await expect(
      exploreAddress(TEST_PHRASE, 'CURVE_ED25519', "m/44'/501'/0", 'ADDRESS_FORMAT_SOLANA'),
    ).rejects.toThrow('hardened')
  })
})

it('a known preset filters the formats', () => {
  expect(formatsOfPreset('bitcoin').every(({ format }) => format.includes('BITCOIN'))).toBe(true)
  expect(formatsOfPreset('other')).toEqual(formatsOfPreset(undefined))
})
