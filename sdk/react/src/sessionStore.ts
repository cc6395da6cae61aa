/**
 * Who is signed in, for every component and every tab. It watches the storage of the browser SDK, so a session that
 * anything of the page begins or ends is seen, and tells other tabs of it.
 */

import {
  indexedDbStorage,
  type KeyStorage,
  KeywrightBrowser,
  type KeywrightBrowserOptions,
} from '@keywright/browser'
import type { KeywrightClient } from '@keywright/client'
import { KeywrightError } from '@keywright/client'

export type SessionState =
  /** The storage has not been read yet: every first render, on the server too. */
  | { readonly status: 'loading' }
  | { readonly status: 'signed-out'; readonly reason?: 'expired' }
  | {
      readonly status: 'signed-in'
      readonly kind: 'read-write' | 'read-only'
      readonly organizationId: string
      readonly userId: string
      /** Milliseconds since 1970. */
      readonly expiresAt: number
    }
  /** The browser keeps nothing for this page. */
  | { readonly status: 'unavailable'; readonly error: KeywrightError }

export interface SessionStore {
  readonly keywright: KeywrightBrowser
  getState(): SessionState
  subscribe(listener: () => void): () => void
  /** The client that signs now. @throws KeywrightError `SIGNED_OUT` */
  getActiveClient(): Promise<KeywrightClient>
  /** Forgets a session that the server has refused. */
  drop(): Promise<void>
}

/** Too little to begin something with. */
const MIN_LIFE_MS = 30_000
/** The longest that a timer of a browser waits. */
const MAX_TIMER_MS = 2 ** 31 - 1
const CHANNEL = 'keywright'
export const LOADING: SessionState = { status: 'loading' }

/** Touches nothing of a browser before the first subscriber. @throws KeywrightError `CONFIG_INVALID` */
export function createSessionStore(options: KeywrightBrowserOptions): SessionStore {
  const now = options.now ?? Date.now
  const listeners = new Set<() => void>()
  let state = LOADING
  let channel: BroadcastChannel | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Readings come back in any order; the last one that was begun counts. */
  let reading = 0

  const changed = () => {
    channel?.postMessage('changed')
    return refresh()
  }
  const keywright = new KeywrightBrowser({ ...options, storage: watch(options.storage, changed) })

  async function refresh(): Promise<void> {
    const turn = ++reading
    const next = await keywright.currentSession().then(
      (session) => (session ? signedIn(session) : signedOut(state, now())),
      (error: KeywrightError): SessionState => ({ status: 'unavailable', error }),
    )
    if (turn !== reading) return
    if (JSON.stringify(next) !== JSON.stringify(state)) {
      state = next
      for (const listener of [...listeners]) listener()
    }
    wake()
  }

  /** Looks again when the session ends. */
  function wake(): void {
    clearTimeout(timer)
    if (state.status !== 'signed-in' || listeners.size === 0) return
    timer = setTimeout(refresh, Math.min(Math.max(state.expiresAt - now(), 0) + 1, MAX_TIMER_MS))
  }

  /** A page that sleeps misses timers. */
  const seen = () => {
    if (document.visibilityState === 'visible') void refresh()
  }

  function connect(): void {
    channel = openChannel()
    if (channel) channel.onmessage = () => void refresh()
    globalThis.document?.addEventListener('visibilitychange', seen)
    void refresh()
  }

  function disconnect(): void {
    channel?.close()
    channel = undefined
    clearTimeout(timer)
    globalThis.document?.removeEventListener('visibilitychange', seen)
  }

  return {
    keywright,
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener)
      if (listeners.size === 1) connect()
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) disconnect()
      }
    },
    getActiveClient: () => activeClient(keywright, now),
    async drop() {
      if (state.status === 'signed-in') state = { status: 'signed-out', reason: 'expired' }
      await keywright.logoutUser()
    },
  }
}

/** None on servers, and in frames that may not have one: there the other tabs are told nothing. */
function openChannel(): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(CHANNEL)
  } catch {
    return undefined
  }
}

/** The same storage, which says when the session in it changes. */
function watch(given: KeyStorage | undefined, changed: () => Promise<void>): KeyStorage {
  let opened = given
  const storage = () => (opened ??= indexedDbStorage())
  const afterwards = async (name: string) => {
    if (name === 'session') await changed()
  }
  return {
    get: (name) => storage().get(name),
    async set(name, value) {
      await storage().set(name, value)
      await afterwards(name)
    },
    async remove(name) {
      await storage().remove(name)
      await afterwards(name)
    },
  }
}

type Session = NonNullable<Awaited<ReturnType<KeywrightBrowser['currentSession']>>>

const signedIn = ({ kind, organizationId, userId, expiresAt }: Session): SessionState => ({
  status: 'signed-in',
  kind,
  organizationId,
  userId,
  expiresAt,
})

function signedOut(before: SessionState, now: number): SessionState {
  const isExpired =
    (before.status === 'signed-in' && before.expiresAt <= now) ||
    (before.status === 'signed-out' && before.reason === 'expired')
  return { status: 'signed-out', ...(isExpired && { reason: 'expired' as const }) }
}

/** A session that expires shortly, or only reads, leaves the signature to the passkey. */
async function activeClient(keywright: KeywrightBrowser, now: () => number) {
  const session = await keywright.currentSession()
  if (!session) {
    throw new KeywrightError('SIGNED_OUT', 'nobody is signed in', {
      help: 'show the sign-in, and try again afterwards',
      docsPath: '/sdks/react',
    })
  }
  const { kind, organizationId, expiresAt } = session
  return kind === 'read-write' && expiresAt - now() >= MIN_LIFE_MS
    ? (await keywright.currentUserSession())!
    : keywright.passkeyClient({ organizationId })
}
