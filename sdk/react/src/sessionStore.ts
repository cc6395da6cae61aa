/**
 * The session state for every component and every tab. Watches the storage of the browser SDK, so it notices every session
 * that starts or ends anywhere in the page, and informs other tabs.
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
  /** The storage hasn't been read yet. The state of every first render, also on servers. */
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
  /** The browser can't store anything for this page. */
  | { readonly status: 'unavailable'; readonly error: KeywrightError }

export interface SessionStore {
  readonly keywright: KeywrightBrowser
  getState(): SessionState
  subscribe(listener: () => void): () => void
  /** The client that currently signs. @throws KeywrightError `SIGNED_OUT` */
  getActiveClient(): Promise<KeywrightClient>
  /** Removes the session if the error is the server's rejection of its key. */
  drop(error: KeywrightError): Promise<void>
}

/** With less time left, a session isn't used to start anything. */
const MIN_LIFE_MS = 30_000
/** Longest delay of a browser timer. */
const MAX_TIMER_MS = 2 ** 31 - 1
const CHANNEL = 'keywright'
/** Codes with which the server reports that a key is gone. */
const SESSION_GONE = ['API_KEY_EXPIRED', 'API_KEY_NOT_FOUND']
export const LOADING: SessionState = { status: 'loading' }

/** Uses no browser API before the first subscriber. @throws KeywrightError `CONFIG_INVALID` */
export function createSessionStore(options: KeywrightBrowserOptions): SessionStore {
  const now = options.now ?? Date.now
  const listeners = new Set<() => void>()
  let state = LOADING
  let page: ReturnType<typeof watchPage> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Reads can finish in any order; only the last one started counts. */
  let reading = 0

  const changed = () => {
    page?.tellTabs()
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

  /** Reads the storage again when the session ends. */
  function wake(): void {
    clearTimeout(timer)
    if (state.status !== 'signed-in' || listeners.size === 0) return
    timer = setTimeout(refresh, Math.min(Math.max(state.expiresAt - now(), 0) + 1, MAX_TIMER_MS))
  }

  return {
    keywright,
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener)
      if (listeners.size === 1) page = watchPage(() => void refresh())
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        page?.stop()
        page = undefined
        clearTimeout(timer)
      }
    },
    getActiveClient: () => activeClient(keywright, now),
    async drop(error) {
      if (!(await isSessionGone(keywright, error))) return
      if (state.status === 'signed-in') state = { status: 'signed-out', reason: 'expired' }
      await keywright.logoutUser()
    },
  }
}

/** Another tab may have renewed the session, and the application's server has a key that can expire, too. */
async function isSessionGone(keywright: KeywrightBrowser, { code, message }: KeywrightError) {
  if (!SESSION_GONE.includes(code)) return false
  const session = await keywright.getReadWriteSession()
  return session !== undefined && message.includes(session.publicKey)
}

/** Reports now, on changes by other tabs, and when the page becomes visible, because a suspended page misses timers. */
function watchPage(changed: () => void) {
  const channel = openChannel(changed)
  const seen = () => {
    if (document.visibilityState === 'visible') changed()
  }
  globalThis.document?.addEventListener('visibilitychange', seen)
  changed()
  return {
    tellTabs: () => channel?.postMessage('changed'),
    stop(): void {
      channel?.close()
      globalThis.document?.removeEventListener('visibilitychange', seen)
    },
  }
}

/** Undefined on servers, and in frames that may not use it. Other tabs then aren't informed. */
function openChannel(onmessage: () => void): BroadcastChannel | undefined {
  try {
    return Object.assign(new BroadcastChannel(CHANNEL), { onmessage })
  } catch {
    return undefined
  }
}

/** Wraps a storage to report when its session changes. */
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

/** If the session expires soon or is read-only, the passkey signs. */
async function activeClient(keywright: KeywrightBrowser, now: () => number) {
  const session = await keywright.currentSession()
  if (!session) {
    throw new KeywrightError('SIGNED_OUT', 'the user is signed out', {
      help: 'show the sign-in form, then try again',
      docsPath: '/sdks/react',
    })
  }
  const { kind, organizationId, expiresAt } = session
  return kind === 'read-write' && expiresAt - now() >= MIN_LIFE_MS
    ? (await keywright.currentUserSession())!
    : keywright.passkeyClient({ organizationId })
}
