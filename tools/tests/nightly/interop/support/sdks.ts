/** The clients by age, and a server SDK pointed at a development server the way its users do it. */
import type { DevServer } from '@keywright/server'
import * as newCrypto from 'crypto-new'
import * as oldCrypto from 'crypto-old'
import { TurnkeyClient as NewHttpClient, createActivityPoller as newPoller } from 'http-new'
import { TurnkeyClient as OldHttpClient, createActivityPoller as oldPoller } from 'http-old'
import { TurnkeyRequestError as NewRequestError, Turnkey as NewServerSdk } from 'sdk-server-new'
import { TurnkeyRequestError as OldRequestError, Turnkey as OldServerSdk } from 'sdk-server-old'
import type { PublicStamper } from './stampers.ts'

export const AGES = ['old', 'new'] as const

/** Answers of a client, by the names of the contract's members. */
// biome-ignore lint/suspicious/noExplicitAny: two generations of generated types do not unite
export type Answer = any
type Methods = Readonly<Record<string, (input?: object) => Promise<Answer>>>

interface ServerSdkConfig {
  readonly apiBaseUrl: string
  readonly defaultOrganizationId: string
  readonly apiPublicKey: string
  readonly apiPrivateKey: string
  readonly activityPoller?: { readonly intervalMs: number; readonly numRetries: number }
}
type Poller = (options: {
  client: Methods
  requestFn: (input: never) => Promise<Answer>
  refreshIntervalMs: number
}) => (input: object) => Promise<Answer>
interface Sdks {
  readonly ServerSdk: new (config: ServerSdkConfig) => { apiClient(): unknown }
  readonly RequestError: new (...input: never[]) => Error & { code: number; details: unknown[] | null }
  readonly HttpClient: new (config: { baseUrl: string }, stamper: PublicStamper) => unknown
  readonly createActivityPoller: Poller
  readonly crypto: typeof oldCrypto
}

export const sdks: Readonly<Record<(typeof AGES)[number], Sdks>> = {
  old: {
    ServerSdk: OldServerSdk as never,
    RequestError: OldRequestError as never,
    HttpClient: OldHttpClient as never,
    createActivityPoller: oldPoller as never,
    crypto: oldCrypto,
  },
  new: {
    ServerSdk: NewServerSdk as never,
    RequestError: NewRequestError as never,
    HttpClient: NewHttpClient as never,
    createActivityPoller: newPoller as never,
    crypto: newCrypto as never,
  },
}

/** Of P-256, hex. */
export interface ApiKey {
  readonly publicKey: string
  readonly privateKey: string
}

/** A client of the server SDK: nothing but the base URL, the organization and the key is ours. */
export function serverSdkClient(
  age: (typeof AGES)[number],
  { url, ...server }: Pick<DevServer, 'url' | 'organizationId' | 'apiKey'>,
  {
    organizationId = server.organizationId,
    apiKey = server.apiKey,
  }: { organizationId?: string; apiKey?: ApiKey } = {},
  activityPoller = { intervalMs: 5, numRetries: 3 },
): Methods {
  const sdk = new sdks[age].ServerSdk({
    apiBaseUrl: url,
    defaultOrganizationId: organizationId,
    apiPublicKey: apiKey.publicKey,
    apiPrivateKey: apiKey.privateKey,
    activityPoller,
  })
  return sdk.apiClient() as Methods
}
