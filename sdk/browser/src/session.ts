/** The signed-in user and the session's key. */

import { KeywrightError, type Stamper, toHex } from '@keywright/client'
import { ApiKeyStamper } from '@keywright/client/api-key'
import type { KeyStorage } from './storage.ts'

/** A session that can sign. Its key is registered with the API, expires there, and can't leave this browser. */
export interface ReadWriteSession {
  readonly kind: 'read-write'
  readonly organizationId: string
  readonly userId: string
  /** Hexadecimal, as registered. */
  readonly publicKey: string
  readonly privateKey: CryptoKey
  /** Milliseconds since 1970. */
  readonly expiresAt: number
}

/** A read-only session: a token. */
export interface ReadOnlySession {
  readonly kind: 'read-only'
  readonly organizationId: string
  readonly userId: string
  readonly token: string
  /** Milliseconds since 1970. */
  readonly expiresAt: number
}

export type Session = ReadWriteSession | ReadOnlySession

const NAME = 'session'
/** Id of the organization of the last session, kept after signing out. */
const LAST_ORGANIZATION = 'organization'

/** The single session of this page, in a storage. */
export function sessionStore(storage: KeyStorage, now: () => number) {
  return {
    /** @throws KeywrightError `STORAGE_UNAVAILABLE` */
    async read(): Promise<Session | undefined> {
      const session = (await storage.get(NAME)) as Session | undefined
      if (session && session.expiresAt > now()) return session
      if (session) await storage.remove(NAME)
      return undefined
    },
    /** @throws KeywrightError `STORAGE_UNAVAILABLE` */
    async write(session: Session): Promise<void> {
      await storage.set(LAST_ORGANIZATION, session.organizationId)
      await storage.set(NAME, session)
    },
    /** @throws KeywrightError `STORAGE_UNAVAILABLE` */
    remember: (organizationId: string) => storage.set(LAST_ORGANIZATION, organizationId),
    /** @throws KeywrightError `STORAGE_UNAVAILABLE` */
    lastOrganization: async () => (await storage.get(LAST_ORGANIZATION)) as string | undefined,
    remove: () => storage.remove(NAME),
  }
}

export function stamperOf(session: Session): Stamper {
  if (session.kind === 'read-write') {
    return new ApiKeyStamper({ apiPublicKey: session.publicKey, apiPrivateKey: session.privateKey })
  }
  const stamp = { stampHeaderName: 'X-Session', stampHeaderValue: session.token }
  return { stamp: async () => stamp }
}

export interface SessionKey {
  readonly publicKey: string
  readonly privateKey: CryptoKey
}

/** The session of a key that the API has registered. @param receipt the token that the login returned */
export function sessionOf(organizationId: string, key: SessionKey, receipt: string): ReadWriteSession {
  const { user_id: userId, exp } = readClaims(receipt)
  return { kind: 'read-write', organizationId, userId, ...key, expiresAt: exp * 1000 }
}

/** Payload of a token of the API. Not verified here, because the key signs the requests. */
function readClaims(token: string): { readonly user_id: string; readonly exp: number } {
  const payload = token.split('.')[1]!.replace(/-/g, '+').replace(/_/g, '/')
  return JSON.parse(atob(payload))
}

/** A key pair with a non-extractable private key. */
export async function newSessionKey(): Promise<SessionKey> {
  const { subtle } = globalThis.crypto ?? {}
  if (!subtle) {
    throw new KeywrightError('STORAGE_UNAVAILABLE', 'this page has no WebCrypto', {
      help: 'serve the page from a secure origin (https or localhost)',
    })
  }
  const pair = await subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify'])
  const point = new Uint8Array(await subtle.exportKey('raw', pair.publicKey))
  const publicKey = toHex(Uint8Array.of(2 + (point[64]! & 1), ...point.subarray(1, 33)))
  return { publicKey, privateKey: pair.privateKey }
}
