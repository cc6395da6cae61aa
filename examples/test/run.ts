/**
 * Runs an example unchanged: loads its module inside the environment of one run. The run replaces globals of the process, so
 * runs are sequential.
 */

import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  EXAMPLES_FOLDER,
  type Example,
  type Exchange,
  type Printed,
  type Recording,
} from '@keywright/examples'
import { generateP256KeyPair, toBase64url, uncompressP256PublicKey } from '@keywright/keys'
import type { World } from './place.ts'

export interface Run extends Recording {
  /** Number of `console.assert` calls. */
  readonly checks: number
}

let runs = 0

/**
 * Loads the example's module and resolves after its last statement.
 * @throws what the example throws; Error for a failed assertion
 */
export async function runExample({ id, file }: Pick<Example, 'id' | 'file'>, world: World): Promise<Run> {
  const printed: Printed[] = []
  const exchanges: Exchange[] = []
  const failures: string[] = []
  /** Stamps and their signatures. Platforms sign with fresh randomness, so the values don't matter. */
  const random = new Set<string>()
  let checks = 0

  const print =
    (level: Printed['level']) =>
    (...values: unknown[]) =>
      void printed.push({ level, values: values.map(toJson) })
  const fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init)
    const stampedBy = stampOf(request)
    if (stampedBy) random.add(request.headers.get(stampedBy)!)
    const response = await world.fetch(request)
    const { pathname } = new URL(request.url)
    if (!pathname.startsWith('/dev')) {
      exchanges.push({
        path: pathname,
        stampedBy,
        status: response.status,
        answer: parse(await response.clone().text(), (name, value) => {
          if (name === 'signature') random.add(value)
        }),
      })
    }
    return response
  }
  const globals = new Set(Object.keys(globalThis))
  const restore = replaceGlobals(world, {
    fetch,
    console: {
      ...Object.fromEntries(
        (['log', 'info', 'warn', 'error', 'table'] as const).map((level) => [level, print(level)]),
      ),
      assert(holds?: unknown, ...message: unknown[]) {
        checks++
        if (!holds)
          failures.push(
            `${file}:${lineOf(new Error('here').stack, file) ?? '?'} ${message.map(String).join(' ') || 'assertion failed'}`,
          )
      },
    },
  })
  try {
    await import(/* @vite-ignore */ `${pathToFileURL(join(EXAMPLES_FOLDER, file)).href}?run=${++runs}`)
  } finally {
    restore()
    await world.close()
    await ended()
    for (const name of Object.keys(globalThis))
      if (!globals.has(name)) Reflect.deleteProperty(globalThis, name)
  }
  if (failures.length > 0) throw new Error(failures.join('\n'))
  return { id, checks, ...without([...random], { printed, exchanges }) }
}

/** Waits for tasks that libraries have scheduled for the next turns. */
async function ended(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await new Promise((done) => setImmediate(done))
}

/** @returns a function that restores everything */
function replaceGlobals(
  { env, now, random }: World,
  { fetch, console: functions }: { fetch: typeof globalThis.fetch; console: object },
): () => void {
  const undo: (() => void)[] = []
  const replace = (target: object, name: string, value: unknown) => {
    const before = Object.getOwnPropertyDescriptor(target, name)
    Object.defineProperty(target, name, { value, configurable: true, writable: true, enumerable: true })
    undo.push(() => {
      if (before) Object.defineProperty(target, name, before)
      else delete (target as Record<string, unknown>)[name]
    })
  }
  replace(globalThis, 'fetch', fetch)
  replace(Error, 'stackTraceLimit', 50)
  for (const [name, value] of Object.entries(functions)) replace(console, name, value)
  for (const [name, value] of Object.entries(env)) {
    const before = process.env[name]
    process.env[name] = value
    undo.push(() => {
      if (before === undefined) delete process.env[name]
      else process.env[name] = before
    })
  }
  if (now) replace(Date, 'now', now)
  if (random) {
    replace(crypto, 'getRandomValues', <T extends ArrayBufferView>(view: T): T => {
      new Uint8Array(view.buffer, view.byteOffset, view.byteLength).set(random(view.byteLength))
      return view
    })
    replace(crypto.subtle, 'generateKey', seededGenerateKey(random))
  }
  return () => {
    for (const one of undo.reverse()) one()
  }
}

/** Repeatable P-256 key pairs, which examples generate. WebCrypto doesn't take a seed. */
const seededGenerateKey =
  (random: (length: number) => Uint8Array) =>
  async (algorithm: EcKeyGenParams, extractable: boolean, usages: KeyUsage[]): Promise<CryptoKeyPair> => {
    if (algorithm.namedCurve !== 'P-256') throw new Error(`examples don't generate keys of ${algorithm.name}`)
    const pair = generateP256KeyPair(random)
    const point = uncompressP256PublicKey(pair.publicKey)
    const [x, y, d] = [point.slice(1, 33), point.slice(33), pair.privateKey].map(toBase64url)
    const importKey = (jwk: JsonWebKey, isExtractable: boolean, allowed: KeyUsage[]) =>
      crypto.subtle.importKey('jwk', { kty: 'EC', crv: 'P-256', ...jwk }, algorithm, isExtractable, allowed)
    return {
      privateKey: await importKey(
        { x: x!, y: y!, d: d! },
        extractable,
        usages.filter((usage) => usage !== 'verify'),
      ),
      publicKey: await importKey({ x: x!, y: y! }, true, usages.includes('verify') ? ['verify'] : []),
    }
  }

/** The example's line in a stack trace. */
function lineOf(stack: string | undefined, file: string): number | null {
  const found = new RegExp(`${file.replace(/[.]/g, '\\.')}(?:\\?run=\\d+)?:(\\d+):`).exec(stack ?? '')?.[1]
  return found === undefined ? null : Number(found)
}

const stampOf = ({ headers }: Request): string | null =>
  ['X-Stamp', 'X-Stamp-WebAuthn', 'X-Session'].find((name) => headers.has(name)) ?? null

function parse(text: string, look: (name: string, value: string) => void = () => undefined): unknown {
  try {
    return JSON.parse(text, (name, value) => {
      if (typeof value === 'string') look(name, value)
      return value
    })
  } catch {
    return text
  }
}

/** Console values as JSON. */
const toJson = (value: unknown): unknown =>
  value instanceof Error
    ? `${value.name}: ${value.message}`
    : JSON.parse(
        JSON.stringify(value, (_, member) => (typeof member === 'bigint' ? `${member}n` : member)) ?? 'null',
      )

/** The same, with a mark on texts that differ from run to run. */
const without = <T>(texts: readonly string[], value: T): T =>
  JSON.parse(
    texts.reduce(
      (json, text) => json.replaceAll(JSON.stringify(text).slice(1, -1), 'random'),
      JSON.stringify(value),
    ),
  )
