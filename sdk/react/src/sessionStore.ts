/**
 * The session state for every component and every tab. Watches the storage of the browser SDK, so it notices every session
 * that starts or ends anywhere in the page, and informs other tabs.
 */

import {
  defaultStorage,
  type KeyStorage,
  KeywrightBrowser,
  type KeywrightBrowserOptions,
} from '@keywright/browser'
import type { KeywrightClient } from '@keywright/client'
import { KeywrightError } from '@keywright/client'

/** `gone`: the server no longer knows the session's key, its user or its organization. */
export type SignedOutReason = 'expired' | 'gone'

export type SessionState =
  /** The storage hasn't been read yet. The state of every first render, also on servers. */
  | { readonly status: 'loading' }
  | { readonly status: 'signed-out'; readonly reason?: SignedOutReason }
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
}

/** With less time left, a session isn't used to start anything. */
const MIN_LIFE_MS = 30_000
/** Longest time without a look at storage and clock, because timers stop while a computer sleeps. */
const MAX_TIMER_MS = 60_000
export const LOADING: SessionState = { status: 'loading' }

/** Uses no browser API before the first subscriber. @throws KeywrightError `CONFIG_INVALID` */
export function createSessionStore(options: KeywrightBrowserOptions): SessionStore {
  const now = options.now ?? Date.now
  const tabs = openTabs(`keywright ${options.apiBaseUrl} ${options.defaultOrganizationId}`)
  let state = LOADING
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Reads can finish in any order; only the last one started counts. */
  let reading = 0
  let isReading = false
  /** Why the session ended, until a read has shown it. */
  let ending: SignedOutReason | undefined

  const storage = watch(options, {
    written: () => changed(),
    // Storage can be cleared without an event.
    read: (session) => void (!isReading && isNews(state, session, now()) && refresh()),
  })
  const keywright = new KeywrightBrowser({
    ...options,
    storage,
    fetch: (request) => noticeEnd(request, options, keywright, changed),
  })

  /** The session changed here. @param reason if it ended for this reason */
  async function changed(reason?: SignedOutReason): Promise<void> {
    if (reason) await storage.discard()
    tabs.tell(reason)
    await refresh(reason)
  }

  async function refresh(reason?: SignedOutReason): Promise<void> {
    const turn = ++reading
    ending = reason ?? ending
    isReading = true
    const next = await keywright.currentSession().then(
      (session) => (session ? signedIn(session) : signedOut(state, now(), ending)),
      (error: KeywrightError): SessionState => ({ status: 'unavailable', error }),
    )
    if (turn === reading) move(next)
  }

  /** The only place that changes the state. */
  function move(next: SessionState): void {
    isReading = false
    ending = undefined
    clearTimeout(timer)
    const isSame = JSON.stringify(next) === JSON.stringify(state)
    state = next
    if (!listeners.isEmpty() && state.status === 'signed-in') {
      timer = setTimeout(refresh, Math.min(Math.max(state.expiresAt - now(), 0) + 1, MAX_TIMER_MS))
    }
    if (!isSame) listeners.notify()
  }

  const listeners = createListeners(() => {
    tabs.listen((reason) => void refresh(reason))
    const leavePage = watchPage(tabs, () => void refresh())
    void refresh()
    return () => {
      leavePage()
      tabs.close()
      clearTimeout(timer)
    }
  })
  return {
    keywright,
    getState: () => state,
    subscribe: listeners.subscribe,
    getActiveClient: () => activeClient(keywright, now),
  }
}

/** @param start called with the first listener; returns a function that runs after the last listener has left */
function createListeners(start: () => () => void) {
  const listeners = new Set<() => void>()
  let stop: (() => void) | undefined
  return {
    isEmpty: () => listeners.size === 0,
    notify(): void {
      for (const listener of [...listeners]) listener()
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      if (listeners.size === 1) stop = start()
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) stop?.()
      }
    },
  }
}

/** Why rejections with these codes end a session, if they concern its own key in its own organization. */
const ENDS: ReadonlyMap<string, SignedOutReason> = new Map([
  // The clock of this device is behind, or the session's lifetime was shortened.
  ['API_KEY_EXPIRED', 'expired'],
  ['API_KEY_NOT_FOUND', 'gone'],
  ['SESSION_INVALID', 'gone'],
  ['ORGANIZATION_NOT_FOUND', 'gone'],
])

/** Sends a request, and reports if the server rejects the page's session, whichever client or hook used it. */
async function noticeEnd(
  request: Request,
  { fetch: send = (one) => fetch(one) }: KeywrightBrowserOptions,
  keywright: KeywrightBrowser,
  ended: (reason: SignedOutReason) => Promise<void>,
): Promise<Response> {
  const isStamped = request.headers.has('x-stamp') || request.headers.has('x-session')
  const sent = isStamped ? request.clone() : undefined
  const response = await send(request)
  if (!sent || ![401, 404].includes(response.status)) return response
  const session = await keywright.currentSession().catch(() => undefined)
  const reason = session && (await endOf(session, sent, response.clone()))
  if (reason) await ended(reason).catch(() => {})
  return response
}

/** Another tab may have renewed the session, and a call can name another organization. */
async function endOf(
  session: Session,
  sent: Request,
  response: Response,
): Promise<SignedOutReason | undefined> {
  try {
    const { organizationId } = await sent.json()
    const { message, details } = await response.json()
    const code = details?.find((detail: object) => 'errorCode' in detail)?.errorCode
    if (organizationId !== session.organizationId) return undefined
    const isOwn =
      session.kind === 'read-only'
        ? sent.headers.get('x-session') === session.token
        : code === 'ORGANIZATION_NOT_FOUND' || message.includes(session.publicKey)
    return isOwn ? ENDS.get(code) : undefined
  } catch {
    return undefined
  }
}

/** Looks again when the page becomes visible, is focused or restored, because it may have missed messages and timers. */
function watchPage(tabs: Tabs, look: () => void): () => void {
  const page = globalThis.document
  const seen = () => {
    if (page.visibilityState === 'visible') look()
  }
  const restored = () => {
    tabs.reopen()
    look()
  }
  // Browsers don't keep pages with open channels for the back button.
  const left = () => tabs.close()
  page?.addEventListener('visibilitychange', seen)
  globalThis.addEventListener?.('focus', look)
  globalThis.addEventListener?.('pageshow', restored)
  globalThis.addEventListener?.('pagehide', left)
  return () => {
    page?.removeEventListener('visibilitychange', seen)
    globalThis.removeEventListener?.('focus', look)
    globalThis.removeEventListener?.('pageshow', restored)
    globalThis.removeEventListener?.('pagehide', left)
  }
}

type Tabs = ReturnType<typeof openTabs>

/** Messages between the tabs of one application, organization and server. */
function openTabs(name: string) {
  let channel: BroadcastChannel | undefined
  let heard: ((reason?: SignedOutReason) => void) | undefined
  /** Undefined on servers, and in frames that may not use it. Other tabs then look again when they become visible. */
  const create = (): BroadcastChannel | undefined => {
    try {
      return new BroadcastChannel(name)
    } catch {
      return undefined
    }
  }
  const reopen = () => {
    if (channel || !heard) return
    channel = create()
    if (channel) channel.onmessage = ({ data }) => heard?.(data === 'changed' ? undefined : data)
  }
  return {
    reopen,
    listen(listener: (reason?: SignedOutReason) => void): void {
      heard = listener
      reopen()
    },
    /** Also without a listener: a component that signs in needn't show the session. */
    tell(reason?: SignedOutReason): void {
      const own = channel ?? create()
      own?.postMessage(reason ?? 'changed')
      if (own !== channel) own?.close()
    },
    close(): void {
      channel?.close()
      channel = undefined
    },
  }
}

/** Wraps a storage to report when its session is read and written. */
function watch(
  options: KeywrightBrowserOptions,
  on: { readonly written: () => Promise<void>; readonly read: (session: Session | undefined) => void },
): KeyStorage & { readonly discard: () => Promise<void> } {
  const storage = options.storage ?? defaultStorage(options.apiBaseUrl, options.defaultOrganizationId)
  const afterwards = async (name: string) => {
    if (name === 'session') await on.written()
  }
  return {
    async get(name) {
      const value = await storage.get(name)
      if (name === 'session') on.read(value as Session | undefined)
      return value
    },
    async set(name, value) {
      await storage.set(name, value)
      await afterwards(name)
    },
    async remove(name) {
      await storage.remove(name)
      await afterwards(name)
    },
    /** Removes the session without a report. */
    discard: () => storage.remove('session'),
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

/** @param reason of the end, if it's known; else it's derived from the state before */
function signedOut(before: SessionState, now: number, reason?: SignedOutReason): SessionState {
  const known = before.status === 'signed-out' ? before.reason : undefined
  const isExpired = before.status === 'signed-in' && before.expiresAt <= now
  const why = reason ?? known ?? (isExpired ? 'expired' : undefined)
  return { status: 'signed-out', ...(why && { reason: why }) }
}

/** Whether the storage contains something else than the components show. */
function isNews(state: SessionState, session: Session | undefined, now: number): boolean {
  if (state.status === 'loading') return false
  const isLive = session !== undefined && session.expiresAt > now
  if (!isLive) return state.status !== 'signed-out'
  return JSON.stringify(signedIn(session)) !== JSON.stringify(state)
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
