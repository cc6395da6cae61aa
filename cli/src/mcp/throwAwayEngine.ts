/** The temporary engine of one session, started on first use. */
import { calls, type ResponseOf } from '@keywright/contract'
import {
  type ApiKeyPair,
  apiPublicKeyOf,
  generateApiKeyPair,
  KeysError,
  openCredentialBundle,
  openExportBundle,
  parseHex,
  toHex,
  uncompressP256PublicKey,
} from '@keywright/keys'
import type { Keywright } from '@keywright/testing'
import { prepare } from '../connect/client.ts'
import { addFrame } from '../connect/frame.ts'
import type { Host } from '../host/host.ts'
import { usageFailure } from '../output/failure.ts'
import type { CallRequest, Engine } from './engine.ts'

/** Name of the root user's key. */
export const ROOT_KEY = 'root'

/** An engine of the session, with keys, messages and examples. */
export interface ThrowAwayEngine extends Engine {
  /** Creates a key pair. The private key stays here; the model refers to it by name. */
  createKey(name: string): { readonly publicKey: string; readonly targetPublicKey: string }
  /**
   * Decrypts a bundle that was encrypted to a key from `createKey`. A credential becomes a key named `openAs`; for an
   * export, the secret is returned.
   */
  openBundle(bundle: string, key: string, openAs: string | undefined): Promise<object>
  /** Emails and text messages, newest first. */
  inbox(to: string | undefined): Promise<readonly object[]>
  /** Replaces the state with the examples of the documentation. Created keys remain, but are not registered. */
  beginWithExamples(): Promise<void>
}

/** The engine with its initial organization. */
interface Started extends Pick<Keywright, 'organizationId' | 'signerPublicKey' | 'apiKey'> {
  readonly kw: Keywright
}

export function createThrowAwayEngine(host: Pick<Host, 'random' | 'clock'>): ThrowAwayEngine {
  const keys = createKeyRing()
  const session = createSession((at) => keys.setRoot(at.apiKey))

  async function call({ call, type, parameters, as = ROOT_KEY, organizationId }: CallRequest) {
    const { kw, ...own } = await session.started()
    const body = addFrame(call, type, parameters, {
      organizationId: organizationId ?? own.organizationId,
      // Not the engine's clock, which may be frozen: a repeated call must not be taken for a replay.
      timestampMs: String(host.clock()),
    })
    const connection = { baseUrl: kw.url, organizationId: own.organizationId, key: keys.get(as) }
    const request = prepare(connection, call.path, new TextEncoder().encode(JSON.stringify(body)))
    const response = await kw.fetch(request.url, {
      method: 'POST',
      body: request.body as BodyInit,
      headers: { ...request.headers },
    })
    return { status: response.status, body: await response.json() }
  }

  return {
    call,
    createKey(name) {
      const { curve, publicKey } = keys.add(name, generateApiKeyPair(host.random))
      const point = uncompressP256PublicKey(parseHex(publicKey, 'public key'))
      return { name, curveType: curve, publicKey, targetPublicKey: toHex(point) }
    },
    async openBundle(bundle, keyName, openAs) {
      const own = await session.started()
      const target = parseHex(keys.get(keyName).privateKey, 'private key')
      if (bundle.trim().startsWith('{')) return openExport(bundle, target, own).catch(refuseBundle(keyName))
      const pair = await openCredential(bundle, target).catch(refuseBundle(keyName))
      if (openAs === undefined)
        throw usageFailure('the bundle contains a credential', 'name its key with openAs')
      keys.add(openAs, pair)
      return { kind: 'credential', key: openAs, publicKey: pair.publicKey }
    },
    async inbox(to) {
      return (await session.started()).kw.inbox.list(to === undefined ? {} : { to })
    },
    async about() {
      const { organizationId, signerPublicKey } = await session.started()
      const { body } = await call({ call: calls.whoami, parameters: {} })
      const { userId: rootUserId } = body as ResponseOf<'whoami'>
      return { organizationId, rootUserId, signerPublicKey, keys: keys.list() }
    },
    beginWithExamples: session.beginWithExamples,
    close: session.close,
  }
}

/** @param onRoot called with each new initial organization */
function createSession(onRoot: (at: Started) => void) {
  let starting: Promise<Started> | undefined
  const started = () => (starting ??= start())

  function withRoot(at: Started): Started {
    onRoot(at)
    return at
  }

  async function start(): Promise<Started> {
    // Loaded on demand: clients time out while a server that they may not need starts.
    const { startKeywright } = await import('@keywright/testing')
    const kw = await startKeywright({ reach: refuse })
    return withRoot({ ...kw, kw })
  }

  async function restart({ kw }: Started): Promise<Started> {
    const { readExamples } = await import('../operate/examples.ts')
    const imported = await kw.fetch('/dev/import', { method: 'POST', body: await readExamples() })
    return withRoot({ kw, ...((await imported.json()) as Omit<Started, 'kw'>) })
  }

  return {
    started,
    async beginWithExamples(): Promise<void> {
      starting = started().then(restart)
      await starting
    },
    async close(): Promise<void> {
      await (await starting)?.kw.close()
    },
  }
}

/** Blocks all outgoing requests, such as webhooks and requests to issuers. */
const refuse = () => Promise.reject(new TypeError('the engine of keywright mcp has no network access'))

/** The keys of the session, by name. */
function createKeyRing() {
  const keys = new Map<string, ApiKeyPair>()
  return {
    setRoot(pair: Started['apiKey']): void {
      keys.set(ROOT_KEY, { curve: 'API_KEY_CURVE_P256', ...pair })
    },
    get(name: string): ApiKeyPair {
      const key = keys.get(name)
      if (key) return key
      throw usageFailure(
        `key \`${name}\` not found`,
        `use one of: ${[...keys.keys()].join(', ')}; or create it with create_key`,
      )
    },
    add(name: string, key: ApiKeyPair): ApiKeyPair {
      if (keys.has(name) || name === ROOT_KEY) {
        throw usageFailure(`key \`${name}\` already exists`, 'choose another name')
      }
      keys.set(name, key)
      return key
    },
    /** Public keys only. */
    list: () => [...keys].map(([name, { publicKey, curve }]) => ({ name, publicKey, curve })),
  }
}

/** Decrypts an export bundle, which names its organization, and which the engine signed with a known key. */
async function openExport(bundle: string, target: Uint8Array, { signerPublicKey, ...own }: Started) {
  const organizationId = String(organizationOf(bundle) ?? own.organizationId)
  const secret = await openExportBundle(bundle, target, { signerPublicKey, organizationId })
  return { kind: 'export', secret: textOrHex(secret) }
}

async function openCredential(bundle: string, target: Uint8Array): Promise<ApiKeyPair> {
  const privateKey = toHex(await openCredentialBundle(bundle.trim(), target))
  const curve = 'API_KEY_CURVE_P256'
  return { curve, publicKey: apiPublicKeyOf(curve, privateKey), privateKey }
}

const refuseBundle = (key: string) => (error: unknown) => {
  if (!(error instanceof KeysError)) throw error
  throw usageFailure(
    error.message,
    error.code === 'BUNDLE_NOT_OPENED'
      ? `check that the request named the targetPublicKey of \`${key}\``
      : 'pass the whole text of credentialBundle or exportBundle from the response or the email',
  )
}

function organizationOf(bundle: string): unknown {
  try {
    const { data } = Object(JSON.parse(bundle)) as { data?: string }
    const text = new TextDecoder().decode(parseHex(data ?? '', 'data'))
    return (Object(JSON.parse(text)) as { organizationId?: string }).organizationId
  } catch {
    throw usageFailure(
      'the export bundle is malformed',
      'pass the whole text of exportBundle from the response',
    )
  }
}

/** Returns a mnemonic as text and a private key as hex. */
function textOrHex(bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes)
  return /^[\p{L}\s]{20,}$/u.test(text) ? text : toHex(bytes)
}
