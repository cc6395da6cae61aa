/** All calls as methods of one object. */
import { type Completed, waitForActivity } from './activity.ts'
import { type Connection, type ConnectionConfig, createConnection } from './connection.ts'
import * as calls from './generated/calls.ts'
import type { Methods } from './generated/methods.ts'
import { type CallOptions, send } from './send.ts'
import type { SignedRequest } from './signedRequest.ts'
import type { Stamper } from './stamper.ts'

export interface KeywrightClient extends Methods, Connection {}
/**
 * A client of the API. Each call has two methods: one that sends it, such as `createWallet(input)`, and one that only signs
 * it, such as `stampCreateWallet(input)`. The client is also a connection, so the package's functions accept it. If bundle
 * size matters, use `createConnection` and single functions.
 *
 * @example
 * const client = new KeywrightClient({ baseUrl, organizationId }, new ApiKeyStamper({ apiPublicKey, apiPrivateKey }))
 * const { walletId, addresses } = await client.createWallet({ walletName: 'treasury', accounts: [] })
 */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the methods are set on the prototype below
export class KeywrightClient {
  /** @throws KeywrightError `CONFIG_INVALID` */
  constructor(config: ConnectionConfig, stamper: Stamper) {
    Object.assign(this, createConnection(config, stamper))
  }

  /**
   * Sends what a `stamp…` method signed, here or elsewhere. Returns the response body. Check the `url` of a request from
   * elsewhere first, because this posts to it.
   * @throws as `send`
   */
  send<Answer>(request: SignedRequest<Answer>, options?: CallOptions): Promise<Answer> {
    return send(this, request, options)
  }

  /**
   * Waits until an activity is final, including for the votes of others, and returns its result. Submits nothing.
   * @throws as `waitForActivity`
   */
  waitForActivity<Result = Record<string, unknown>>(
    activity: string | { readonly id: string; readonly organizationId: string },
    options?: CallOptions,
  ): Promise<Completed<Result>> {
    return waitForActivity(this, activity, options)
  }
}

type AnyCall = ((connection: Connection, ...rest: unknown[]) => unknown) & { stamp: AnyMethod }
type AnyMethod = (connection: Connection, ...rest: unknown[]) => unknown

for (const [name, call] of Object.entries(calls) as unknown as [string, AnyCall][]) {
  const stampName = `stamp${name[0]!.toUpperCase()}${name.slice(1)}`
  define(name, call)
  define(stampName, call.stamp)
}

function define(name: string, call: AnyMethod): void {
  Object.defineProperty(KeywrightClient.prototype, name, {
    configurable: true,
    writable: true,
    value(this: KeywrightClient, ...rest: unknown[]) {
      return call(this, ...rest)
    },
  })
}
