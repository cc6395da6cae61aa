/** Tracks who is signed in, once per application. */

import type {
  IframeClient,
  KeywrightBrowser,
  KeywrightBrowserOptions,
  PasskeyClient,
  WalletClient,
} from '@keywright/browser'
import type { KeywrightClient } from '@keywright/client'
import { createContext, type ReactNode, useContext, useMemo, useState, useSyncExternalStore } from 'react'
import { createSessionStore, LOADING, type SessionState, type SessionStore } from './sessionStore.ts'

const StoreContext = createContext<SessionStore | undefined>(undefined)

export interface KeywrightProviderProps extends KeywrightBrowserOptions {
  readonly children?: ReactNode
}

/**
 * Put it once near the root. Takes the options of `KeywrightBrowser` and reads them once; to start over with other options,
 * change its `key`. Uses no browser API before the first effect, so it renders on servers.
 *
 * @throws KeywrightError `CONFIG_INVALID` while rendering
 * @example
 * <KeywrightProvider apiBaseUrl={…} defaultOrganizationId={…} serverSignUrl="/keywright"><App /></KeywrightProvider>
 */
export function KeywrightProvider({ children, ...options }: KeywrightProviderProps) {
  const [store] = useState(() => createSessionStore(options))
  return <StoreContext.Provider value={store}>{children}</StoreContext.Provider>
}

export function useStore(): SessionStore {
  const store = useContext(StoreContext)
  if (!store) throw new Error('no <KeywrightProvider> above this component: put one near the root')
  return store
}

/** Session state: `loading` on every first render, then the stored session, then every change in any tab. */
export function useSession(): SessionState {
  const store = useStore()
  return useSyncExternalStore(store.subscribe, store.getState, () => LOADING)
}

export interface KeywrightHandle {
  readonly session: SessionState
  readonly keywright: KeywrightBrowser
  /** Signs with passkeys, with one prompt per call. */
  readonly passkeyClient: KeywrightBrowser['passkeyClient']
  /** Signs with a key in a frame, once the frame has loaded. */
  readonly iframeClient: KeywrightBrowser['iframeClient']
  /** Signs with the user's own wallet. */
  readonly walletClient: KeywrightBrowser['walletClient']
  /**
   * The client that currently signs: the session if it has at least 30 seconds left, else the user's passkey.
   * @throws KeywrightError `SIGNED_OUT`
   */
  readonly getActiveClient: () => Promise<KeywrightClient>
}

/** The SDK, its clients and the session. */
export function useKeywright(): KeywrightHandle {
  const store = useStore()
  const session = useSession()
  return useMemo(() => {
    const { keywright, getActiveClient } = store
    return {
      session,
      keywright,
      passkeyClient: (options): PasskeyClient => keywright.passkeyClient(options),
      iframeClient: (options): Promise<IframeClient> => keywright.iframeClient(options),
      walletClient: (wallet, options): WalletClient => keywright.walletClient(wallet, options),
      getActiveClient,
    }
  }, [store, session])
}
