/**
 * The server's half of the application. Its own key can only create wallets and start recoveries: it can't sign for users.
 * The page signs everything else.
 */
import { KeywrightServer } from '@keywright/client/server'
import type { Chain } from 'viem'
import * as knownChains from 'viem/chains'
import { createDevChain } from '../dev/chain.ts'
import type { Settings } from '../keywright.ts'

const APP_NAME = 'Wallet'

/** The settings that the server gives to the page. */
export interface PageSettings {
  readonly apiBaseUrl: string
  readonly defaultOrganizationId: string
  /** Pinned, so that an intermediary can't read recovery codes. */
  readonly signerPublicKey: string
  /** Name of the application in passkey prompts and emails. */
  readonly rpName: string
  readonly rpcUrl: string
  /** Don't ask the node: a signature for another chain is valid there. */
  readonly chain: Pick<Chain, 'id' | 'name' | 'nativeCurrency'>
}

/** Chains that viem doesn't know have no name, and ether as their coin. */
function describeChain(id: number): PageSettings['chain'] {
  const chains: Readonly<Record<string, Chain>> = knownChains
  const known = Object.values(chains).find((chain) => chain.id === id)
  const { name, nativeCurrency } = known ?? { ...knownChains.mainnet, name: 'Chain' }
  return { id, name, nativeCurrency }
}

/** Rejects other members: with them, anyone could choose the text of your emails, or send text messages. */
function isPlainCodeEmail({ contact, ...rest }: Readonly<Record<string, unknown>>): boolean {
  const { otpType, appName, ...others } = rest
  return otpType === 'OTP_TYPE_EMAIL' && appName === APP_NAME && Object.keys(others).length === 0
}

export function pageSettings(setting: Settings): PageSettings {
  const { RPC_URL, CHAIN_ID } = process.env
  return {
    apiBaseUrl: setting('KEYWRIGHT_BASE_URL'),
    defaultOrganizationId: setting('KEYWRIGHT_ORGANIZATION_ID'),
    signerPublicKey: setting('KEYWRIGHT_SIGNER_PUBLIC_KEY'),
    rpName: APP_NAME,
    rpcUrl: RPC_URL || '/rpc',
    chain: describeChain(Number(CHAIN_ID || 31337)),
  }
}

/** Responds to `/keywright` and, on the development chain, to `/rpc`. */
export function createHandler(setting: Settings): (request: Request) => Promise<Response> {
  const page = pageSettings(setting)
  const proxy = new KeywrightServer({
    apiBaseUrl: page.apiBaseUrl,
    defaultOrganizationId: page.defaultOrganizationId,
    apiPublicKey: setting('KEYWRIGHT_API_PUBLIC_KEY'),
    apiPrivateKey: setting('KEYWRIGHT_API_PRIVATE_KEY'),
  }).fetchProxyHandler({
    allowedMethods: ['createSubOrganization', 'initOtp', 'verifyOtp', 'otpLogin', 'listVerifiedSuborgs'],
    // Anyone may sign up and request a code. Put your limits here: per address, per mailbox, a captcha.
    authorize: ({ methodName, params }) => methodName !== 'initOtp' || isPlainCodeEmail(params),
  })
  const chain = process.env.RPC_URL ? undefined : createDevChain('.chain.json')

  return async (request) => {
    if (new URL(request.url).pathname === '/rpc')
      return chain?.fetch(request) ?? new Response(null, { status: 404 })
    return request.method === 'GET' ? Response.json(page) : proxy(request)
  }
}
