/** The one place of an application that knows who is signed in. */

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
 * Put it once near the root. Takes what `KeywrightBrowser` takes, and reads it once: give it another `key` to start
 * anew. Nothing of a browser is touched before the first effect, so it renders on servers.
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

/** Who is signed in: `loading` in every first render, then what the storage says, then every change in any tab. */
export function useSession(): SessionState {
  const store = useStore()
  return useSyncExternalStore(store.subscribe, store.getState, () => LOADING)
}

export interface KeywrightHandle {
  readonly session: SessionState
  readonly keywright: KeywrightBrowser
  /** Signs by passkeys: each call is a prompt. */
  readonly passkeyClient: KeywrightBrowser['passkeyClient']
  /** Signs by a key in a frame, once the frame has loaded. */
  readonly iframeClient: KeywrightBrowser['iframeClient']
  /** Signs by the person's own wallet. */
  readonly walletClient: KeywrightBrowser['walletClient']
  /**
   * The client that signs now: the session if it has 30 seconds left, else the passkey of the person.
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
