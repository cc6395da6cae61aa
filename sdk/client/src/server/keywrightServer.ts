/** The API for backends: one key, one client. */
import { type ApiKeyCurve, ApiKeyStamper } from '../apiKey/index.ts'
import { KeywrightClient } from '../client.ts'
import type { ConnectionConfig } from '../connection.ts'
import { KeywrightError } from '../errors.ts'
import {
  createProxy,
  type ExpressHandler,
  type FetchHandler,
  type ProxyOptions,
  toExpressHandler,
} from './proxy.ts'

export interface KeywrightServerOptions
  extends Omit<ConnectionConfig, 'baseUrl' | 'organizationId' | 'readStamper'> {
  /** Address of the API. Default: `KEYWRIGHT_BASE_URL` of the environment. */
  readonly apiBaseUrl?: string
  /** Hexadecimal, as registered. Default: `KEYWRIGHT_API_PUBLIC_KEY` of the environment. */
  readonly apiPublicKey?: string
  /** Hexadecimal. Keep it out of the source. Default: `KEYWRIGHT_API_PRIVATE_KEY` of the environment. */
  readonly apiPrivateKey?: string
  /** Default: `API_KEY_CURVE_P256`. */
  readonly curveType?: ApiKeyCurve
  /**
   * Organization that requests name by default: your parent organization. Default: `KEYWRIGHT_ORGANIZATION_ID` of the
   * environment.
   */
  readonly defaultOrganizationId?: string
}

/** Environment variables of required options, as `keywright dev` prints them. */
const VARIABLES = {
  apiBaseUrl: 'KEYWRIGHT_BASE_URL',
  apiPublicKey: 'KEYWRIGHT_API_PUBLIC_KEY',
  apiPrivateKey: 'KEYWRIGHT_API_PRIVATE_KEY',
  defaultOrganizationId: 'KEYWRIGHT_ORGANIZATION_ID',
} as const

/**
 * The API for backends.
 *
 * @example
 * const keywright = new KeywrightServer() // reads KEYWRIGHT_* from the environment
 * const { wallets } = await keywright.apiClient().listWallets()
 */
export class KeywrightServer {
  readonly #client: KeywrightClient

  /** @throws KeywrightError `CONFIG_INVALID`; KeyError for mismatched keys */
  constructor({ curveType, ...options }: KeywrightServerOptions = {}) {
    const stamper = new ApiKeyStamper({
      apiPublicKey: required(options, 'apiPublicKey'),
      apiPrivateKey: required(options, 'apiPrivateKey'),
      ...(curveType && { curveType }),
    })
    const baseUrl = required(options, 'apiBaseUrl')
    const organizationId = required(options, 'defaultOrganizationId')
    this.#client = new KeywrightClient({ ...options, baseUrl, organizationId }, stamper)
  }

  /** A client with every call, signed with the server's key. Returns the same client each time. */
  apiClient(): KeywrightClient {
    return this.#client
  }

  /**
   * Handles requests that a page sends with `serverSign`, signed with the server's key. Works with anything based on `fetch`,
   * such as Hono, Deno and workers. Without `allowedMethods` it rejects everything. Authenticate callers before it or in
   * `authorize`: any caller who may use `createSubOrganization` can create any number of them.
   *
   * @example
   * app.post('/keywright', (context) => handler(context.req.raw))
   * @throws KeywrightError `CONFIG_INVALID` for an unknown method
   */
  fetchProxyHandler(options: ProxyOptions = {}): FetchHandler {
    return createProxy(this.#client, options)
  }

  /** The same for Express. Install it after `express.json()`. */
  expressProxyHandler(options: ProxyOptions = {}): ExpressHandler {
    return toExpressHandler(createProxy(this.#client, options))
  }

  /** The same for Next.js. Export it as `POST` of an app router route, or as the default export of a page in `pages/api`. */
  nextProxyHandler(options: ProxyOptions = {}): FetchHandler & ExpressHandler {
    const answer = createProxy(this.#client, options)
    const express = toExpressHandler(answer)
    const handler = (
      request: Request | Parameters<ExpressHandler>[0],
      response?: Parameters<ExpressHandler>[1],
    ) => (request instanceof Request ? answer(request) : express(request, response!))
    return handler as FetchHandler & ExpressHandler
  }
}

/** The option, or else its environment variable. */
function required(options: KeywrightServerOptions, name: keyof typeof VARIABLES): string {
  // Other hosts than Node have no `process`.
  const { process } = globalThis as { process?: { env?: Readonly<Record<string, string | undefined>> } }
  const value = options[name] ?? process?.env?.[VARIABLES[name]]
  if (!value)
    throw new KeywrightError('CONFIG_INVALID', `\`${name}\` is missing. Pass it, or set ${VARIABLES[name]}.`)
  return value
}
