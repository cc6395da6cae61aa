/**
 * P-256 signatures for tests, in a tenth of the time: OpenSSL multiplies the point. The bytes are those of the library, so
 * that a seed still replays a run. Not for real keys, because the arithmetic on secrets takes varying time.
 */
import { createECDH, createHash, createHmac } from 'node:crypto'

const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
const BYTES = 32

/** The DER signature of a message, hashed once by SHA-256. */
export function signP256(message: Uint8Array, privateKey: Uint8Array): Uint8Array {
  const secret = toNumber(privateKey)
  const digest = toNumber(createHash('sha256').update(message).digest()) % ORDER
  for (const nonce of noncesOf(privateKey, digest)) {
    const r = toNumber(pointOf(nonce).subarray(1)) % ORDER
    const s = (inverseOf(toNumber(nonce)) * (digest + r * secret)) % ORDER
    if (r !== 0n && s !== 0n) return toDer(r, s)
  }
  throw new Error('unreachable: nonces never end')
}

/** https://www.rfc-editor.org/rfc/rfc6979#section-3.2 */
function* noncesOf(privateKey: Uint8Array, digest: bigint): Generator<Buffer> {
  const seed = [privateKey, toBytes(digest)]
  let key: Buffer = Buffer.alloc(BYTES, 0)
  let value: Buffer = Buffer.alloc(BYTES, 1)
  const hmac = (...parts: readonly Uint8Array[]) =>
    parts.reduce((mac, part) => mac.update(part), createHmac('sha256', key)).digest()
  const stir = (step: number, parts: readonly Uint8Array[]) => {
    key = hmac(value, Uint8Array.of(step), ...parts)
    value = hmac(value)
  }
  stir(0, seed)
  stir(1, seed)
  for (;;) {
    value = hmac(value)
    const nonce = toNumber(value)
    if (nonce > 0n && nonce < ORDER) yield value
    stir(0, [])
  }
}

/** The compressed point: a byte for the sign, then x. */
function pointOf(scalar: Buffer): Buffer {
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(scalar)
  return curve.getPublicKey(null, 'compressed')
}

/** Extended Euclidean algorithm, modulo the order. */
function inverseOf(value: bigint): bigint {
  let [low, high] = [value, ORDER]
  let [factor, other] = [1n, 0n]
  while (low > 1n) {
    const times = high / low
    ;[low, high] = [high - times * low, low]
    ;[factor, other] = [other - times * factor, factor]
  }
  return factor < 0n ? factor + ORDER : factor
}

/** SEQUENCE { r INTEGER, s INTEGER } */
function toDer(...integers: readonly bigint[]): Uint8Array {
  const elements = integers.map((integer) => {
    const bytes = toBytes(integer)
    const digits = bytes.subarray(bytes.findIndex((byte) => byte !== 0))
    const content = digits[0]! >= 0x80 ? [0, ...digits] : [...digits]
    return [0x02, content.length, ...content]
  })
  const content = elements.flat()
  return Uint8Array.of(0x30, content.length, ...content)
}

const toNumber = (bytes: Uint8Array): bigint => BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
const toBytes = (value: bigint): Buffer => Buffer.from(value.toString(16).padStart(2 * BYTES, '0'), 'hex')
