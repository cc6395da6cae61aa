/** The crypto port on node:crypto: hashes, AES-256-GCM, Ed25519, and verification on P-256. */
import {
  createCipheriv,
  createDecipheriv,
  createECDH,
  createHmac,
  createPrivateKey,
  createPublicKey,
  hash,
  type KeyObject,
  randomBytes,
  randomFillSync,
  sign,
  verify,
} from 'node:crypto'
import { type FastCrypto, toHex, uncompressP256PublicKey, withSecret } from '@keywright/keys'

/** Few bytes; longer ones, such as keys, come from the source at once. */
const MOST_FROM_STOCK = 16
const stock = new Uint8Array(4_096)
let taken = stock.length

/**
 * Ids and nonces come from a stock of random bytes, since asking for each takes longer than all else that is done with
 * it. Each byte is given once, and erased in the stock.
 */
function takeRandom(length: number): Uint8Array {
  if (length > MOST_FROM_STOCK) return toBytes(randomBytes(length))
  if (taken + length > stock.length) {
    randomFillSync(stock)
    taken = 0
  }
  const bytes = stock.slice(taken, taken + length)
  stock.fill(0, taken, taken + length)
  taken += length
  return bytes
}

/** Secrets are given to OpenSSL and kept by nobody here: their key objects last as long as one call. */
export const nodeCrypto: Required<Omit<FastCrypto, 'secp256k1'>> = {
  sha256: (bytes) => toBytes(hash('sha256', bytes, 'buffer')),
  sha256Hex: (content) => hash('sha256', content, 'hex'),
  hmac: (name, key, bytes) => toBytes(createHmac(name, key).update(bytes).digest()),
  aesGcm: {
    encrypt(key, nonce, associated, plaintext) {
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(associated)
      return toBytes(Buffer.concat([cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]))
    },
    decrypt(key, nonce, associated, ciphertext) {
      const end = ciphertext.length - TAG_LENGTH
      if (end < 0) throw new Error('shorter than a tag')
      const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_LENGTH })
        .setAAD(associated)
        .setAuthTag(ciphertext.subarray(end))
      // All of the plaintext, in one piece: there is no second copy to overwrite.
      const plaintext = decipher.update(ciphertext.subarray(0, end))
      try {
        decipher.final()
      } catch (error) {
        plaintext.fill(0)
        throw error
      }
      return toBytes(plaintext)
    },
  },
  verifyP256(signature, message, publicKey) {
    const key = p256KeyOf(publicKey)
    return key && verify('sha256', message, { key, dsaEncoding: 'ieee-p1363' }, signature)
  },
  p256PublicKeyOf(privateKey) {
    const ecdh = createECDH('prime256v1')
    ecdh.setPrivateKey(privateKey)
    return toBytes(ecdh.getPublicKey(null, 'compressed'))
  },
  random: takeRandom,
  hex: {
    encode: (bytes) => viewOf(bytes).toString('hex'),
    decode: (digits) => new Uint8Array(Buffer.from(digits, 'hex')),
  },
  base64url: {
    encode: (bytes) => viewOf(bytes).toString('base64url'),
    decode(text) {
      const bytes = Buffer.from(text, 'base64url')
      // Node takes any text, and drops what does not fit.
      return bytes.toString('base64url') === text ? new Uint8Array(bytes) : undefined
    },
  },
  ed25519: {
    publicKeyOf(seed) {
      const { x } = createPublicKey(ed25519KeyOf(seed)).export({ format: 'jwk' })
      return toBytes(Buffer.from(x!, 'base64url'))
    },
    sign: (message, seed) => toBytes(sign(null, message, ed25519KeyOf(seed))),
  },
}

const CIPHER = 'aes-256-gcm'
const TAG_LENGTH = 16

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength)

/** Nothing but bytes: a Buffer's `slice` shares where everybody else's copies. */
const toBytes = (buffer: Buffer): Uint8Array =>
  new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength)

/** Public keys of recent callers: a caller stamps many requests, and reading a key costs as much as a verification. */
const p256Keys = new Map<string, KeyObject>()
const MAX_P256_KEYS = 1_000

function p256KeyOf(publicKey: Uint8Array): KeyObject | undefined {
  const name = toHex(publicKey)
  const known = p256Keys.get(name)
  if (known) return known
  const key = readP256Key(publicKey)
  if (!key) return undefined
  if (p256Keys.size >= MAX_P256_KEYS) p256Keys.delete(p256Keys.keys().next().value!)
  p256Keys.set(name, key)
  return key
}

function readP256Key(publicKey: Uint8Array): KeyObject | undefined {
  try {
    const point = uncompressP256PublicKey(publicKey)
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) =>
      Buffer.from(part).toString('base64url'),
    )
    return createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x!, y: y! }, format: 'jwk' })
  } catch {
    return undefined
  }
}

/** What stands before the 32 bytes of a seed in PKCS #8 (RFC 8410 §7). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')

const ed25519KeyOf = (seed: Uint8Array): KeyObject =>
  withSecret(Buffer.concat([PKCS8_HEAD, seed]), (key) =>
    createPrivateKey({ key: key as Buffer, format: 'der', type: 'pkcs8' }),
  )
