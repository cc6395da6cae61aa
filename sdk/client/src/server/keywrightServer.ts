/** The API from a backend: one key, one client. */
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
  /** The organization that requests are about unless they name another: your parent organization. */
  readonly defaultOrganizationId: string
}

/**
 * The API from a backend.
 *
 * @example
 * const keywright = new KeywrightServer({ apiBaseUrl, apiPublicKey, apiPrivateKey, defaultOrganizationId })
 * const { wallets } = await keywright.apiClient().listWallets()
 */
export class KeywrightServer {
  readonly #client: KeywrightClient

  /** @throws KeywrightError `CONFIG_INVALID`; KeyError when the keys are no pair */
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

  /** Every call, signed by the server's key. Always the same client. */
  apiClient(): KeywrightClient {
    return this.#client
  }

  /**
   * Answers what a page asks by `serverSign`, signed by the server's key: for everything that speaks `fetch`, such as
   * Hono, Deno and workers. Without `allowedMethods` it refuses everything. Put your own sign-in before it, or into
   * `authorize`: whoever may ask for `createSubOrganization` may create as many as they like.
   *
   * @example
   * app.post('/keywright', (context) => handler(context.req.raw))
   * @throws KeywrightError `CONFIG_INVALID` for a method that is none
   */
  fetchProxyHandler(options: ProxyOptions = {}): FetchHandler {
    return createProxy(this.#client, options)
  }

  /** The same for Express, after `express.json()`. */
  expressProxyHandler(options: ProxyOptions = {}): ExpressHandler {
    return toExpressHandler(createProxy(this.#client, options))
  }

  /** The same for Next.js: export it as `POST` of a route of the app router, or as default of a page of `pages/api`. */
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
