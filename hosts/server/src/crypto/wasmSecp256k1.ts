/**
 * secp256k1 from libsecp256k1, compiled to WebAssembly by the package `tiny-secp256k1`.
 *
 * Only this exact binary is used, and only if it agrees with @noble/curves.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import {
  concat,
  deriveKeyPair,
  equalBytes,
  type FastSecp256k1,
  hmacSha512,
  parseHex,
  parsePathFor,
  publicKeyOf,
  sha256,
  sign,
  toCompactSignature,
  toUtf8,
  withSecret,
} from '@keywright/keys'

type Tiny = typeof import('tiny-secp256k1')

/** SHA-256 of `secp256k1.wasm` in tiny-secp256k1 2.2.4. */
const WASM_SHA256 = '5cbbcb8adc7acc3b78a3fd31c76d573302705ff5fd714d03f5a2602591197cb5'

/** @throws Error with the reason if the binary cannot be used */
export function loadWasmSecp256k1(): FastSecp256k1 {
  const load = createRequire(import.meta.url)
  // The binary is next to the folder of the package's entry point.
  const file = join(dirname(load.resolve('tiny-secp256k1')), '..', 'secp256k1.wasm')
  assertHash(readFileSync(file))
  const secp = fromTiny(load('tiny-secp256k1') as Tiny)
  assertSame(secp)
  return secp
}

/** @throws Error for any other binary */
export function assertHash(wasm: Uint8Array): void {
  const hash = createHash('sha256').update(wasm).digest('hex')
  if (hash !== WASM_SHA256)
    throw new Error(`the binary of tiny-secp256k1 has SHA-256 ${hash}, not ${WASM_SHA256}`)
}

export const fromTiny = (tiny: Tiny): FastSecp256k1 => ({
  publicKeyOf: (privateKey) => tiny.pointFromScalar(privateKey, true)!,
  sign(digest, privateKey) {
    // Without extra entropy: plain RFC 6979.
    const { signature, recoveryId } = tiny.signRecoverable(reduceDigest(digest), privateKey)
    return concat(Uint8Array.of(recoveryId), signature)
  },
  signTaproot: (digest, privateKey) =>
    withSecret(outputKeyOf(tiny, privateKey), (key) => tiny.signSchnorr(digest, key, NO_ENTROPY)),
  derive: (seed, indexes) => derive(tiny, seed, indexes),
})

const NO_ENTROPY = new Uint8Array(32)

const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/**
 * The digest modulo the order, from which RFC 6979 derives the nonce (§2.3.4, bits2octets). Without the reduction, the
 * few digests that are not below the order would get different signatures.
 */
export function reduceDigest(digest: Uint8Array): Uint8Array {
  // Nearly all digests are below the order, which their first four bytes show.
  if (digest.subarray(0, 4).some((byte) => byte !== 0xff)) return digest
  return number32(toNumber(digest) % ORDER)
}

/** BIP-341, `taproot_tweak_seckey` without a script tree. */
function outputKeyOf(tiny: Tiny, privateKey: Uint8Array): Uint8Array {
  const point = tiny.pointFromScalar(privateKey, true)!
  const tag = sha256(toUtf8('TapTweak'))
  const tweak = reduceDigest(sha256(concat(tag, tag, point.subarray(1))))
  const even = point[0] === EVEN ? Uint8Array.from(privateKey) : tiny.privateNegate(privateKey)
  return withSecret(even, () => found(tiny.privateAdd(even, tweak)))
}

/** First byte of a compressed point whose y is even. */
const EVEN = 2

/** BIP-32, "Private parent key → private child key": I = HMAC(chain code, data ‖ index), the child's key I_L + parent's. */
function derive(tiny: Tiny, seed: Uint8Array, indexes: readonly number[]): Uint8Array {
  let node = hmacSha512(toUtf8('Bitcoin seed'), seed)
  for (const index of indexes) {
    const key = node.subarray(0, 32)
    const parent = index >= HARDENED ? concat(Uint8Array.of(0), key) : tiny.pointFromScalar(key, true)!
    const number = Buffer.alloc(4)
    number.writeUInt32BE(index)
    const child = withSecret(concat(parent, number), (data) => hmacSha512(node.subarray(32), data))
    parent.fill(0)
    withSecret(found(tiny.privateAdd(key, child.subarray(0, 32))), (sum) => child.set(sum))
    node.fill(0)
    node = child
  }
  return withSecret(node, () => node.slice(0, 32))
}

const HARDENED = 0x80000000

/** A sum of 0 has a probability of 2^-256. */
function found(sum: Uint8Array | null): Uint8Array {
  if (sum) return sum
  throw new Error('key derivation failed: the sum is 0')
}

const number32 = (value: bigint) => parseHex(value.toString(16).padStart(64, '0'), 'number')

/** The smallest and the largest key, and one between. */
const KEYS = [number32(1n), number32(ORDER - 1n), sha256(toUtf8('a key'))] as const
/** Digests; the last three are not below the order. */
const DIGESTS = [
  number32(0n),
  sha256(toUtf8('a message')),
  number32(ORDER - 1n),
  number32(ORDER),
  number32(ORDER + 1n),
  number32(2n ** 256n - 1n),
] as const
const PATH = "m/44'/60'/0'/0/7"

/**
 * Compares results with @noble/curves, which must still be plugged in. Uses few vectors to keep startup fast; the tests
 * compare thousands.
 * @throws Error that names the first difference
 */
export function assertSame(secp: FastSecp256k1): void {
  for (const [n, key] of KEYS.entries()) {
    assertEqual('public key', secp.publicKeyOf(key), publicKeyOf('CURVE_SECP256K1', key))
    assertSameSignature(secp, DIGESTS[n]!, key)
  }
  const [, digest] = DIGESTS
  const [, , key] = KEYS
  for (const each of DIGESTS) assertSameSignature(secp, each, key)
  const schnorr = toCompactSignature(sign('schnorr', digest, key))
  assertEqual('Schnorr signature', secp.signTaproot(digest, key), schnorr)
  const { privateKey } = deriveKeyPair('CURVE_SECP256K1', key, PATH)
  assertEqual('derived key', secp.derive(key, parsePathFor('CURVE_SECP256K1', PATH)), privateKey)
}

function assertSameSignature(secp: FastSecp256k1, digest: Uint8Array, key: Uint8Array): void {
  const expected = sign('ecdsa', digest, key)
  const bytes = concat(parseHex(expected.v, 'v'), toCompactSignature(expected))
  assertEqual('signature', secp.sign(digest, key), bytes)
}

const toNumber = (bytes: Uint8Array): bigint => BigInt(`0x${Buffer.from(bytes).toString('hex')}`)

function assertEqual(what: string, actual: Uint8Array, expected: Uint8Array): void {
  if (!equalBytes(actual, expected)) throw new Error(`tiny-secp256k1 and @noble/curves differ: ${what}`)
}
