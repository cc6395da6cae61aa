/**
 * `crypto.subtle` for the worker, through its frame, because workers of an opaque origin lack it. Keys stay in the
 * frame, and the worker gets handles that look like keys.
 */

export const SUBTLE_METHODS = [
  'digest',
  'sign',
  'verify',
  'encrypt',
  'decrypt',
  'generateKey',
  'importKey',
  'exportKey',
  'deriveBits',
  'deriveKey',
  'wrapKey',
  'unwrapKey',
] as const
type Method = (typeof SUBTLE_METHODS)[number]

interface Asked {
  readonly id: number
  readonly method: Method
  readonly parameters: readonly unknown[]
}
type Answered = { readonly id: number } & ({ readonly value: unknown } | { readonly error: WireError })

/** Errors as plain objects, because not every browser can clone errors. */
interface WireError {
  readonly name: string
  readonly message: string
}

const toWireError = (error: unknown): WireError =>
  error instanceof Error
    ? { name: error.name, message: error.message }
    : { name: 'Error', message: String(error) }

/** Web Cryptography throws a `TypeError` for malformed arguments and `DOMException`s otherwise (section 14.5). */
const fromWireError = ({ name, message }: WireError): Error =>
  name === 'TypeError' ? new TypeError(message) : new DOMException(message, name)

interface Wire {
  readonly keyNumber: number
  readonly type: string
  readonly extractable: boolean
  readonly algorithm: object
  readonly usages: readonly string[]
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' &&
  value !== null &&
  [Object.prototype, null].includes(Object.getPrototypeOf(value))

function mapKeys(value: unknown, map: (value: object) => unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const mapped = map(value)
  if (mapped !== value || !isPlain(value)) return mapped
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, mapKeys(one, map)]))
}

/** In the frame: serves the worker's requests. Grants nothing but computations. */
export function serveSubtle(port: MessagePort): void {
  const keys = new Map<number, CryptoKey>()
  const toWire = (value: object): unknown => {
    if (!(value instanceof CryptoKey)) return value
    const keyNumber = keys.size + 1
    keys.set(keyNumber, value)
    const { type, extractable, algorithm, usages } = value
    return { keyNumber, type, extractable, algorithm, usages } satisfies Wire
  }
  const fromWire = (value: object): unknown => keys.get((value as Wire).keyNumber) ?? value
  port.onmessage = async ({ data: { id, method, parameters } }: MessageEvent<Asked>) => {
    try {
      if (!SUBTLE_METHODS.includes(method)) throw new TypeError('no such operation')
      const given = parameters.map((one) => mapKeys(one, fromWire))
      const subtle = crypto.subtle as unknown as Record<Method, (...given: unknown[]) => Promise<unknown>>
      port.postMessage({ id, value: mapKeys(await subtle[method](...given), toWire) })
    } catch (error) {
      port.postMessage({ id, error: toWireError(error) })
    }
  }
}

/** In the worker: installs `crypto.subtle` and `CryptoKey` if they are missing. */
export function installSubtle(port: MessagePort): void {
  if (crypto.subtle !== undefined) return
  const wires = new WeakMap<object, Wire>()
  class KeyHandle {
    readonly type: string
    readonly extractable: boolean
    readonly algorithm: object
    readonly usages: readonly string[]
    constructor(wire: Wire) {
      this.type = wire.type
      this.extractable = wire.extractable
      this.algorithm = wire.algorithm
      this.usages = wire.usages
      wires.set(this, wire)
    }
  }
  const toWire = (value: object): unknown => wires.get(value) ?? value
  const fromWire = (value: object): unknown =>
    Object.hasOwn(value, 'keyNumber') ? new KeyHandle(value as Wire) : value
  const waiting = new Map<number, { settle(value: unknown): void; fail(error: unknown): void }>()
  let count = 0
  port.onmessage = ({ data }: MessageEvent<Answered>) => {
    const asker = waiting.get(data.id)
    waiting.delete(data.id)
    if ('error' in data) asker?.fail(fromWireError(data.error))
    else asker?.settle(mapKeys(data.value, fromWire))
  }
  const ask = (method: Method, given: readonly unknown[]) =>
    new Promise((settle, fail) => {
      const id = ++count
      waiting.set(id, { settle, fail })
      port.postMessage({ id, method, parameters: given.map((one) => mapKeys(one, toWire)) })
    })
  const subtle = Object.fromEntries(
    SUBTLE_METHODS.map((method) => [method, (...given: unknown[]) => ask(method, given)]),
  )
  Object.defineProperty(crypto, 'subtle', { value: subtle })
  Object.defineProperty(globalThis, 'CryptoKey', { value: KeyHandle, configurable: true })
  Object.defineProperty(crypto, 'randomUUID', { value: randomUUID })
}

/** UUID version 4 (RFC 9562 §5.4), because the platform's function needs a secure context. */
function randomUUID(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
