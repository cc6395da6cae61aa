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
  /** Address of the API. */
  readonly apiBaseUrl: string
  /** Hexadecimal, as registered. */
  readonly apiPublicKey: string
  /** Hexadecimal. Keep it out of the source. */
  readonly apiPrivateKey: string
  /** Default: `API_KEY_CURVE_P256`. */
  readonly curveType?: ApiKeyCurve
  /** Organization that requests name by default: your parent organization. */
  readonly defaultOrganizationId: string
}

/**
 * The API for backends.
 *
 * @example
 * const keywright = new KeywrightServer({ apiBaseUrl, apiPublicKey, apiPrivateKey, defaultOrganizationId })
 * const { wallets } = await keywright.apiClient().listWallets()
 */
export class KeywrightServer {
  readonly #client: KeywrightClient

  /** @throws KeywrightError `CONFIG_INVALID`; KeyError for mismatched keys */
  constructor({
    apiBaseUrl,
    apiPublicKey,
    apiPrivateKey,
    curveType,
    defaultOrganizationId,
    ...rest
  }: KeywrightServerOptions) {
    if (!defaultOrganizationId)
      throw new KeywrightError('CONFIG_INVALID', '`defaultOrganizationId` is missing')
    const stamper = new ApiKeyStamper({ apiPublicKey, apiPrivateKey, ...(curveType && { curveType }) })
    this.#client = new KeywrightClient(
      { ...rest, baseUrl: apiBaseUrl, organizationId: defaultOrganizationId },
      stamper,
    )
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
