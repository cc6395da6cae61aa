/** What people do, as hooks. Run them from clicks and submits: a prompt needs a gesture, and an effect runs twice. */

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
import { KeywrightError } from '@keywright/client'
import { useCallback, useEffect, useState } from 'react'
import { useSession, useStore } from './KeywrightProvider.tsx'
import { type Action, useAction } from './useAction.ts'

/** The first account of an Ethereum wallet (BIP-44, coin 60). */
export const ETHEREUM_ACCOUNT: WalletAccountParams = {
  curve: 'CURVE_SECP256K1',
  pathFormat: 'PATH_FORMAT_BIP32',
  path: "m/44'/60'/0'/0/0",
  addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
}

/** What a person who signs up gets unless the application says otherwise. */
export const FIRST_WALLET: WalletParams = { walletName: 'Wallet', accounts: [ETHEREUM_ACCOUNT] }

/** Makes a passkey, an organization and a session: one prompt. With `wallet: undefined` no wallet. */
export function useSignUp(): Action<[SignUpOptions], ReadWriteSession> {
  const { keywright } = useStore()
  return useAction((signal, options) =>
    keywright.signUpWithPasskey({ wallet: FIRST_WALLET, ...options, signal }),
  )
}

/** Signs in by a passkey: one prompt when the organization is known, two when not. */
export function usePasskeySignIn(): Action<[options?: SessionOptions], ReadWriteSession> {
  const { keywright } = useStore()
  return useAction((_, options) => keywright.passkeyClient().loginWithReadWriteSession(options))
}

export interface OtpSignIn {
  /** Has a code sent. */
  readonly send: Action<[SendOtpOptions], OtpChallenge>
  /** Exchanges the code for a session. */
  readonly verify: Action<[code: string, options?: PersonOptions], ReadWriteSession>
}

/** Signs in by a code that is mailed or texted. */
export function useOtpSignIn(): OtpSignIn {
  const { keywright } = useStore()
  const send = useAction((_, options: SendOtpOptions) => keywright.sendOtp(options))
  const challenge = send.status === 'done' ? send.result : undefined
  const verify = useAction((_, code: string, options?: PersonOptions) => {
    if (!challenge)
      throw new KeywrightError('LOGIN_NOT_STARTED', 'no code was sent', { help: 'send one first' })
    return keywright.loginWithOtp(challenge, code, options)
  })
  return { send, verify }
}

export interface EmailSignIn {
  /** Has a mail sent. */
  readonly send: Action<[SendEmailOptions], void>
  /** Opens the bundle of the mail. */
  readonly open: Action<[bundle: string], ReadWriteSession>
}

/** Signs in by a mail, in the browser that asked for it. */
export function useEmailSignIn(): EmailSignIn {
  const { keywright } = useStore()
  return {
    send: useAction((_, options: SendEmailOptions) => keywright.sendEmail(options)),
    open: useAction((_, bundle: string) => keywright.loginWithEmail(bundle)),
  }
}

/** Answers the ID token of an identity provider for a nonce, for example from its popup. */
export type GetToken = (nonce: string, signal: AbortSignal) => Promise<string>

export interface OauthSignIn {
  /** Asks for a token and signs in by it. A `getToken` that leaves the page need not answer. */
  readonly signIn: Action<[getToken: GetToken, options?: PersonOptions], ReadWriteSession>
  /** Signs in by a token that a redirect has brought. */
  readonly finish: Action<[oidcToken: string, options?: PersonOptions], ReadWriteSession>
}

/** Signs in by an identity provider. */
export function useOauthSignIn(): OauthSignIn {
  const { keywright } = useStore()
  return {
    signIn: useAction(async (signal, getToken: GetToken, options?: PersonOptions) => {
      const token = await getToken(await keywright.prepareOauth(), signal)
      return keywright.loginWithOauth(token, options)
    }),
    finish: useAction((_, token: string, options?: PersonOptions) =>
      keywright.loginWithOauth(token, options),
    ),
  }
}

/** Signs out here, in every tab, and where possible on the server. */
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
  /** Reads them again, leaving what is shown until then. */
  readonly refresh: () => Promise<void>
}

type Read = { readonly of: string } & (
  | { readonly wallets: readonly WalletWithAccounts[] }
  | { readonly error: KeywrightError }
)

/** The wallets of who is signed in, with their accounts. */
export function useWallets(): WalletsState {
  const store = useStore()
  const session = useSession()
  const owner = session.status === 'signed-in' ? session.organizationId : undefined
  const [read, setRead] = useState<Read>()

  const refresh = useCallback(
    async (signal?: AbortSignal) => {
      if (owner === undefined) return
      let next: Read
      try {
        const client = await store.keywright.currentUserSession()
        next = { of: owner, wallets: client ? await readWallets(client, signal) : [] }
      } catch (error) {
        next = { of: owner, error: error as KeywrightError }
      }
      if (!signal?.aborted) setRead(next)
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
    wallets.map(async (wallet) => {
      const { accounts } = await client.listWalletAccounts({ walletId: wallet.walletId }, options)
      return { ...wallet, accounts }
    }),
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
  /** Ask for the passkey although there is a session. Default: false. */
  readonly withPasskey?: boolean
}

/** Hexadecimal halves of a signature, as `signRawPayload` answers them. */
export interface Signature {
  readonly r: string
  readonly s: string
  readonly v: string
}

/** Signs a payload by the session, or by the passkey where there is none that lasts. */
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
