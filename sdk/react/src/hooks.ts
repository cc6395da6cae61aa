/** User actions as hooks. Run them in click and submit handlers: prompts need a user gesture, and effects run twice. */

import type {
  OtpChallenge,
  PersonOptions,
  ReadWriteSession,
  SendEmailOptions,
  SendOtpOptions,
  SessionOptions,
  SignUpOptions,
} from '@keywright/browser'
import type {
  HashFunction,
  KeywrightClient,
  PayloadEncoding,
  Wallet,
  WalletAccount,
  WalletAccountParams,
  WalletParams,
} from '@keywright/client'
import { DEFAULT_ETHEREUM_ACCOUNTS, KeywrightError, listAll, listWalletAccounts } from '@keywright/client'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useSession, useStore } from './KeywrightProvider.tsx'
import { type Action, useAction } from './useAction.ts'

/** The first account of an Ethereum wallet (BIP-44, coin 60). */
export const ETHEREUM_ACCOUNT: WalletAccountParams = DEFAULT_ETHEREUM_ACCOUNTS[0]!

/** The wallet of a new user unless the application sets another. */
export const FIRST_WALLET: WalletParams = { walletName: 'Wallet', accounts: [ETHEREUM_ACCOUNT] }

/**
 * Creates a passkey, an organization and a session. The second of its two prompts proves the passkey. With
 * `wallet: undefined`, creates no wallet.
 */
export function useSignUp(): Action<[SignUpOptions], ReadWriteSession> {
  const { keywright } = useStore()
  return useAction((signal, options) =>
    keywright.signUpWithPasskey({ wallet: FIRST_WALLET, ...options, signal }),
  )
}

/** Signs in with a passkey: one prompt if the organization is known, otherwise two. */
export function usePasskeySignIn(): Action<[options?: SessionOptions], ReadWriteSession> {
  const { keywright } = useStore()
  return useAction((signal, options) => {
    // As a listener in JavaScript, `run` gets an event: of React, or of the browser.
    const given = options && 'target' in options ? {} : options
    return keywright.passkeyClient().loginWithReadWriteSession({ ...given, signal })
  })
}

export interface OtpSignIn {
  /** Sends a code. */
  readonly send: Action<[SendOtpOptions], OtpChallenge>
  /** Exchanges the code for a session. */
  readonly verify: Action<[code: string, options?: PersonOptions], ReadWriteSession>
  /** The last code that was sent, also before the page was closed; undefined if no sent code can still be used. */
  readonly challenge: OtpChallenge | undefined
}

/** Signs in with a code sent by email or text message. */
export function useOtpSignIn(): OtpSignIn {
  const { keywright } = useStore()
  // While another code is being sent, and if that fails, the last one is still valid.
  const [challenge, setChallenge] = useState<OtpChallenge>()
  const latest = useRef<OtpChallenge>(undefined)
  const keep = useCallback((sent: OtpChallenge | undefined) => {
    latest.current = sent
    setChallenge(sent)
  }, [])
  useEffect(() => {
    let isCurrent = true
    const restore = (found: OtpChallenge | undefined) => {
      if (isCurrent && !latest.current) keep(found)
    }
    keywright.pendingOtp().then(restore, () => {})
    return () => {
      isCurrent = false
    }
  }, [keywright, keep])
  const send = useAction(async (signal, options: SendOtpOptions) => {
    const sent = await keywright.sendOtp({ ...options, signal })
    keep(sent)
    return sent
  })
  const verify = useAction(async (signal, code: string, options?: PersonOptions) => {
    if (!latest.current)
      throw new KeywrightError('LOGIN_NOT_STARTED', 'no code was sent', { help: 'send one first' })
    return keywright.loginWithOtp(latest.current, code, { ...options, signal })
  })
  return { send, verify, challenge }
}

export interface EmailSignIn {
  /** Sends an email. */
  readonly send: Action<[SendEmailOptions], void>
  /** Opens the bundle from the email. */
  readonly open: Action<[bundle: string], ReadWriteSession>
}

/** Signs in by email, in the browser that requested it. */
export function useEmailSignIn(): EmailSignIn {
  const { keywright } = useStore()
  return {
    send: useAction((signal, options: SendEmailOptions) => keywright.sendEmail({ ...options, signal })),
    open: useAction((signal, bundle: string) => keywright.loginWithEmail(bundle, { signal })),
  }
}

/** Gets an ID token with this nonce from an identity provider, for example through its popup. */
export type GetToken = (nonce: string, signal: AbortSignal) => Promise<string>

export interface OauthSignIn {
  /** Requests a token and signs in with it. If `getToken` redirects the page, it doesn't have to return. */
  readonly signIn: Action<[getToken: GetToken, options?: PersonOptions], ReadWriteSession>
  /** Signs in with a token from a redirect. */
  readonly finish: Action<[oidcToken: string, options?: PersonOptions], ReadWriteSession>
}

/** Signs in with an identity provider. */
export function useOauthSignIn(): OauthSignIn {
  const { keywright } = useStore()
  const session = useSession()
  const nonce = useRef<string>(undefined)
  const prepare = useCallback(async () => {
    nonce.current = undefined
    nonce.current = await keywright.prepareOauth().catch(() => undefined)
  }, [keywright])
  // Before the click, because browsers block windows that open after an await. Each sign-in needs another nonce, so a
  // session that starts in any component renews it.
  useEffect(() => {
    if (session.status !== 'loading') void prepare()
  }, [session, prepare])
  return {
    signIn: useAction(async (signal, getToken: GetToken, options?: PersonOptions) => {
      try {
        const token = await getToken(nonce.current ?? (await keywright.prepareOauth()), signal)
        return await keywright.loginWithOauth(token, { ...options, signal })
      } finally {
        void prepare()
      }
    }),
    finish: useAction((signal, token: string, options?: PersonOptions) =>
      keywright.loginWithOauth(token, { ...options, signal }),
    ),
  }
}

/** Signs out here, in every tab, and if possible on the server. */
export function useSignOut(): Action<[], { readonly isRevoked: boolean }> {
  const { keywright } = useStore()
  return useAction(() => keywright.logoutUser())
}

export interface WalletWithAccounts extends Wallet {
  readonly accounts: readonly WalletAccount[]
}

export type WalletsState = (
  | { readonly status: 'signed-out' | 'loading' }
  | { readonly status: 'ready'; readonly wallets: readonly WalletWithAccounts[] }
  | { readonly status: 'failed'; readonly error: KeywrightError }
) & {
  /** Reloads the wallets, showing the current ones until then. */
  readonly refresh: () => Promise<void>
}

type Read = { readonly of: string } & (
  | { readonly wallets: readonly WalletWithAccounts[] }
  | { readonly error: KeywrightError }
)

/** The signed-in user's wallets, with their accounts. */
export function useWallets(): WalletsState {
  const store = useStore()
  const session = useSession()
  const owner = session.status === 'signed-in' ? session.organizationId : undefined
  const [read, setRead] = useState<Read>()
  /** Answers can arrive in any order; only the one to the last question counts. */
  const asked = useRef(0)

  const refresh = useCallback(
    async (signal?: AbortSignal) => {
      if (owner === undefined) return
      const turn = ++asked.current
      let next: Read
      try {
        const client = await store.keywright.currentUserSession()
        // Another tab has signed out, or signed in another user.
        if (client?.organizationId !== owner) return
        next = { of: owner, wallets: await readWallets(client, signal) }
      } catch (error) {
        next = { of: owner, error: error as KeywrightError }
      }
      if (turn === asked.current && !signal?.aborted) setRead(next)
    },
    [store, owner],
  )
  useEffect(() => {
    const controller = new AbortController()
    void refresh(controller.signal)
    return () => controller.abort()
  }, [refresh])

  const again = useCallback(() => refresh(), [refresh])
  if (session.status === 'loading') return { status: 'loading', refresh: again }
  if (owner === undefined) return { status: 'signed-out', refresh: again }
  if (read?.of !== owner) return { status: 'loading', refresh: again }
  return 'error' in read
    ? { status: 'failed', error: read.error, refresh: again }
    : { status: 'ready', wallets: read.wallets, refresh: again }
}

async function readWallets(
  client: KeywrightClient,
  signal: AbortSignal | undefined,
): Promise<WalletWithAccounts[]> {
  const options = { ...(signal && { signal }) }
  const { wallets } = await client.listWallets({}, options)
  return Promise.all(
    wallets.map(async (wallet) => ({
      ...wallet,
      accounts: await listAll(client, listWalletAccounts, { walletId: wallet.walletId }, options),
    })),
  )
}

export interface SignInput {
  /** Address of an account, or id of a private key. */
  readonly signWith: string
  readonly payload: string
  /** Default: `PAYLOAD_ENCODING_TEXT_UTF8`. */
  readonly encoding?: PayloadEncoding
  /** Default: `HASH_FUNCTION_KECCAK256`. */
  readonly hashFunction?: HashFunction
  /** Use the passkey even if there is a session. Default: false. */
  readonly withPasskey?: boolean
}

/** The parts of a signature in hexadecimal, as `signRawPayload` returns them. */
export interface Signature {
  readonly r: string
  readonly s: string
  readonly v: string
}

/** Signs a payload with the session, or with the passkey if no session lasts long enough. */
export function useSign(): Action<[SignInput], Signature> {
  const store = useStore()
  return useAction(async (signal, { withPasskey = false, ...input }: SignInput) => {
    const client = await clientFor(store, withPasskey)
    const { r, s, v } = await client.signRawPayload(
      { encoding: 'PAYLOAD_ENCODING_TEXT_UTF8', hashFunction: 'HASH_FUNCTION_KECCAK256', ...input },
      { signal },
    )
    return { r, s, v }
  })
}

/** @throws KeywrightError `SIGNED_OUT` */
export async function clientFor(
  { keywright, getActiveClient }: Pick<ReturnType<typeof useStore>, 'keywright' | 'getActiveClient'>,
  withPasskey: boolean,
): Promise<KeywrightClient> {
  const client = await getActiveClient()
  const session = withPasskey ? await keywright.currentSession() : undefined
  return session ? keywright.passkeyClient({ organizationId: session.organizationId }) : client
}
