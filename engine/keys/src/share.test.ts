import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectKeysError, expectKeysRejection } from '../test/expectKeysError.ts'
import { seededRandom } from '../test/index.ts'
import { toHex } from './encoding.ts'
import { combineShares, parseShare, splitSecret } from './share.ts'

const random = seededRandom('shares')
const secret = random(32)

/** Multiplication in GF(2^8) modulo x^8 + x^4 + x^3 + x + 1, bit by bit: no tables, unlike the library. */
function multiply(a: number, b: number): number {
  let product = 0
  for (let bit = 0; bit < 8; bit++) {
    if ((b >> bit) & 1) product ^= a << bit
  }
  for (let bit = 14; bit >= 8; bit--) {
    if ((product >> bit) & 1) product ^= 0x11b << (bit - 8)
  }
  return product
}

const inverse = (a: number) => Array.from({ length: 256 }, (_, b) => b).find((b) => multiply(a, b) === 1)!

/** Lagrange interpolation at zero, straight from the definition. */
function interpolate(points: { x: number; y: number }[]): number {
  return points.reduce((sum, { x, y }) => {
    const basis = points
      .filter((other) => other.x !== x)
      .reduce((product, other) => multiply(product, multiply(other.x, inverse(other.x ^ x))), 1)
    return sum ^ multiply(y, basis)
  }, 0)
}

describe('shares', () => {
  it('make the secret again from any that are enough', async () => {
    const anySplit = fc
      .integer({ min: 2, max: 7 })
      .chain((threshold) => fc.tuple(fc.constant(threshold), fc.integer({ min: threshold, max: 9 })))
    await fc.assert(
      fc.asyncProperty(
        anySplit,
        fc.uint8Array({ minLength: 1, maxLength: 64 }),
        fc.nat(),
        async ([threshold, count], bytes, turn) => {
          const shares = await splitSecret(bytes, { count, threshold, random })
          const turned = [...shares.slice(turn % count), ...shares.slice(0, turn % count)]
          expect(await combineShares(turned.slice(0, threshold))).toEqual(bytes)
          expect(await combineShares(turned)).toEqual(bytes)
        },
      ),
      { numRuns: 60, seed: 6 },
    )
  })

  it('are what Shamir’s scheme says, computed another way', async () => {
    const shares = (await splitSecret(secret, { count: 5, threshold: 3, random }))
      .slice(2)
      .map((text) => parseShare(text))
    const bytes = Array.from(secret, (_, i) =>
      interpolate(shares.map((share) => ({ x: share.bytes.at(-1)!, y: share.bytes[i]! }))),
    )
    expect(bytes).toEqual(Array.from(secret))
  })

  it('carry set, threshold and number', async () => {
    const shares = await splitSecret(secret, { count: 3, threshold: 2, random: seededRandom('set') })
    const set = toHex(seededRandom('set')(4))
    expect(
      shares.map((text) => parseShare(text)).map(({ set, threshold, index }) => ({ set, threshold, index })),
    ).toEqual([
      { set, threshold: 2, index: 1 },
      { set, threshold: 2, index: 2 },
      { set, threshold: 2, index: 3 },
    ])
    expect(shares.every((text) => /^kwshare1[0-9a-z]+$/.test(text))).toBe(true)
    expect(parseShare(`  ${shares[0]!.toUpperCase()}\n`)).toEqual(parseShare(shares[0]!))
  })

  it('too few tell nothing: every secret is as likely', async () => {
    const [share] = await splitSecret(Uint8Array.of(7), { count: 2, threshold: 2, random })
    const { bytes } = parseShare(share!)
    const x = bytes.at(-1)!
    const otherX = x === 1 ? 2 : 1
    const possible = new Set(
      Array.from({ length: 256 }, (_, y) =>
        interpolate([
          { x, y: bytes[0]! },
          { x: otherX, y },
        ]),
      ),
    )
    expect(possible.size).toBe(256)
  })
})

describe('bad shares are named', () => {
  const splits = Promise.all([
    splitSecret(secret, { count: 3, threshold: 2, random }),
    splitSecret(secret, { count: 3, threshold: 2, random }),
  ])

  it('one with a mistyped letter', async () => {
    const [[first, second]] = await splits
    for (let i = 8; i < second!.length; i++) {
      const typo = second!.slice(0, i) + (second![i] === 'q' ? 'p' : 'q') + second!.slice(i + 1)
      const error = await expectKeysRejection('SHARE_MALFORMED', combineShares([first!, typo]))
      expect(error.params).toMatchObject({ share: 2 })
    }
  })

  it('one of another set', async () => {
    const [[first], [, foreign]] = await splits
    const error = await expectKeysRejection('SHARE_SET_MISMATCH', combineShares([first!, foreign!]))
    expect(error.params).toMatchObject({ share: 2, set: parseShare(foreign!).set })
  })

  it('one given twice, and one too few', async () => {
    const [[first, second]] = await splits
    await expectKeysRejection('SHARE_DUPLICATE', combineShares([first!, second!, first!]))
    await expectKeysRejection('SHARES_TOO_FEW', combineShares([first!]))
    await expectKeysRejection('SHARES_TOO_FEW', combineShares([]))
  })

  it.each(['', 'kwshare1', 'not a share', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'x'.repeat(10_000)])(
    'malformed shares: %.20s',
    (text) => {
      expectKeysError('SHARE_MALFORMED', () => parseShare(text))
    },
  )
})

it('what cannot be split is refused', async () => {
  for (const [count, threshold] of [
    [1, 1],
    [3, 1],
    [2, 3],
    [256, 2],
    [2.5, 2],
    [NaN, 2],
  ] as const) {
    await expect(splitSecret(secret, { count, threshold, random })).rejects.toMatchObject({
      code: 'SHARE_COUNT_OUT_OF_RANGE',
    })
  }
  for (const length of [0, 65]) {
    const split = splitSecret(new Uint8Array(length), { count: 2, threshold: 2, random })
    await expectKeysRejection('SECRET_LENGTH_OUT_OF_RANGE', split)
  }
})
