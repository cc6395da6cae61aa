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

/** Upper bound of values from the stock. Longer values, such as keys, come directly from the system. */
const MOST_FROM_STOCK = 16
const stock = new Uint8Array(4_096)
let taken = stock.length

/**
 * Takes IDs and nonces from a stock of random bytes, because a system call for each would dominate their cost. Each byte
 * is used once and erased from the stock.
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

/** Secrets are passed to OpenSSL and not retained: key objects of private keys live for one call. */
export const nodeCrypto: Required<Omit<FastCrypto, 'secp256k1' | 'signP256'>> = {
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
      // Returns the whole plaintext, so that no second copy needs to be overwritten.
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
      // Node ignores invalid characters.
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

/** `verifyP256` in the threads of Node, for commands that verify many signatures and nothing else. */
export const verifyP256InThreads: NonNullable<FastCrypto['verifyP256']> = (signature, message, publicKey) => {
  const key = p256KeyOf(publicKey)
  if (!key) return undefined
  return new Promise((resolve, reject) => {
    verify('sha256', message, { key, dsaEncoding: 'ieee-p1363' }, signature, (error, isValid) =>
      error ? reject(error) : resolve(isValid),
    )
  })
}

const CIPHER = 'aes-256-gcm'
const TAG_LENGTH = 16

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength)

/** Converts to a plain Uint8Array, because `slice` of a Buffer shares memory instead of copying. */
const toBytes = (buffer: Buffer): Uint8Array =>
  new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength)

/** Cache of public keys, because parsing a key costs as much as a verification. */
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

/** PKCS #8 header before the 32 bytes of a seed (RFC 8410 §7). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')

const ed25519KeyOf = (seed: Uint8Array): KeyObject =>
  withSecret(Buffer.concat([PKCS8_HEAD, seed]), (key) =>
    createPrivateKey({ key: key as Buffer, format: 'der', type: 'pkcs8' }),
  )
