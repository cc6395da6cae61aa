/** HPKE mode base written out from RFC 9180 §4 and §5 over noble primitives: the second opinion for the tests. */

import { gcm } from '@noble/ciphers/aes.js'
import { p256 } from '@noble/curves/nist.js'
import { expand, extract } from '@noble/hashes/hkdf.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { concat, toUtf8 } from '../src/encoding.ts'

/** RFC 9180 §7.3: identifier and key length. */
const aeads = { 'AES-128-GCM': { id: 1, keyLength: 16 }, 'AES-256-GCM': { id: 2, keyLength: 32 } } as const

const EMPTY = new Uint8Array()
const KEM_SUITE = concat(toUtf8('KEM'), twoBytes(0x0010))
const hpkeSuite = (aead: number) => concat(toUtf8('HPKE'), twoBytes(0x0010), twoBytes(0x0001), twoBytes(aead))

function twoBytes(n: number): Uint8Array {
  return Uint8Array.of(n >> 8, n & 0xff)
}

const labeledExtract = (suite: Uint8Array, salt: Uint8Array, label: string, ikm: Uint8Array) =>
  extract(sha256, concat(toUtf8('HPKE-v1'), suite, toUtf8(label), ikm), salt)

const labeledExpand = (suite: Uint8Array, prk: Uint8Array, label: string, info: Uint8Array, length: number) =>
  expand(sha256, prk, concat(twoBytes(length), toUtf8('HPKE-v1'), suite, toUtf8(label), info), length)

/** §7.1.3. The first candidate is in range but with probability 2^-32, so the loop is left out. */
export function deriveKeyPair(ikm: Uint8Array): Uint8Array {
  const prk = labeledExtract(KEM_SUITE, EMPTY, 'dkp_prk', ikm)
  return labeledExpand(KEM_SUITE, prk, 'candidate', Uint8Array.of(0), 32)
}

/** §4.1 Encap and Decap: what both sides compute. */
export function sharedSecretOf(
  privateKey: Uint8Array,
  publicKey: Uint8Array,
  enc: Uint8Array,
  pkR: Uint8Array,
) {
  const dh = p256.getSharedSecret(privateKey, publicKey).subarray(1)
  const eaePrk = labeledExtract(KEM_SUITE, EMPTY, 'eae_prk', dh)
  return labeledExpand(KEM_SUITE, eaePrk, 'shared_secret', concat(enc, pkR), 32)
}

/** §5.1 KeySchedule, mode base. */
export function keySchedule(sharedSecret: Uint8Array, info: Uint8Array, aead: keyof typeof aeads) {
  const { id, keyLength } = aeads[aead]
  const suite = hpkeSuite(id)
  const pskIdHash = labeledExtract(suite, EMPTY, 'psk_id_hash', EMPTY)
  const infoHash = labeledExtract(suite, EMPTY, 'info_hash', info)
  const context = concat(Uint8Array.of(0), pskIdHash, infoHash)
  const secret = labeledExtract(suite, sharedSecret, 'secret', EMPTY)
  return {
    key: labeledExpand(suite, secret, 'key', context, keyLength),
    baseNonce: labeledExpand(suite, secret, 'base_nonce', context, 12),
  }
}

/** The first message of a context (sequence number 0: the nonce is the base nonce). */
export function sealReference(
  plaintext: Uint8Array,
  options: {
    pkR: Uint8Array
    ikmE: Uint8Array
    info: Uint8Array
    aad: (enc: Uint8Array) => Uint8Array
    aead: keyof typeof aeads
  },
) {
  const skE = deriveKeyPair(options.ikmE)
  const enc = p256.getPublicKey(skE, false)
  const secret = sharedSecretOf(skE, options.pkR, enc, options.pkR)
  const { key, baseNonce } = keySchedule(secret, options.info, options.aead)
  return { enc, ciphertext: gcm(key, baseNonce, options.aad(enc)).encrypt(plaintext) }
}
