/** Adapters of the public clients, which run instructions like their users, without Keywright code. */
import { type Connection, type Handlers, NotOffered } from '@keywright/conformance/adapter'
import { installed } from '../support/installed.ts'
import { type Answer, sdks } from '../support/sdks.ts'
import type { Age } from '../support/stampers.ts'
import { installNavigator, stamperOf } from './stampers.ts'

const methodNameOf = (name: string) =>
  name
    .replace(/^ACTIVITY_TYPE_|_V\d+$/g, '')
    .toLowerCase()
    .replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())

/** Queries with different names in the clients. */
const READS: Readonly<Record<string, string>> = { listActivities: 'getActivities', listWallets: 'getWallets' }
const readNameOf = (call: string) => READS[methodNameOf(call)] ?? methodNameOf(call)

const outcomeOf = ({ id: activityId, status, fingerprint, result, failure }: Answer) => ({
  activityId,
  status,
  fingerprint,
  failure,
  result: Object.values(result ?? {})[0] as Record<string, unknown>,
})

/** Cryptography for bundles, and stampers. */
function beside(age: Age): Handlers {
  const { crypto } = sdks[age]
  return {
    async stamp({ credential, bodies }) {
      const stamper = stamperOf(credential, age)
      const stamps = await Promise.all(bodies.map((body) => stamper.stamp(body)))
      return { stamps: stamps.map(({ stampHeaderName: name, stampHeaderValue: value }) => ({ name, value })) }
    },
    async openCredential({ bundle, target }) {
      const privateKey = crypto.decryptCredentialBundle(bundle, target.privateKey)
      const point = crypto.getPublicKey(privateKey, true)
      return { privateKey, publicKey: Buffer.from(point).toString('hex') }
    },
    async openExport({ bundle, target, of, format, organizationId, signerPublicKey }) {
      const secret = await crypto.decryptExportBundle({
        exportBundle: bundle,
        embeddedKey: target.privateKey,
        organizationId,
        dangerouslyOverrideSignerPublicKey: signerPublicKey,
        keyFormat: format,
        returnMnemonic: of === 'phrase',
      })
      return { secret }
    },
    async sealImport({ bundle, secret, userId, of, format, organizationId, signerPublicKey }) {
      const about = {
        importBundle: bundle,
        userId,
        organizationId,
        dangerouslyOverrideSignerPublicKey: signerPublicKey,
      }
      const encryptedBundle =
        of === 'phrase'
          ? await crypto.encryptWalletToBundle({ ...about, mnemonic: secret })
          : await crypto.encryptPrivateKeyToBundle({ ...about, privateKey: secret, keyFormat: format })
      return { encryptedBundle }
    },
  }
}

/** The HTTP client with its poller, its stampers and its cryptography. */
export function httpClient(age: Age): Handlers {
  const { HttpClient, createActivityPoller } = sdks[age]
  const { name, version } = installed(`http-${age}`)
  installNavigator()
  const clientOf = ({ baseUrl, credential }: Connection) =>
    new HttpClient({ baseUrl }, stamperOf(credential, age)) as Answer
  return {
    ...beside(age),
    hello: async () => ({ name, version, isConcurrent: true }),
    whoami: ({ client }) => clientOf(client).getWhoami({ organizationId: client.organizationId }),
    query: ({ client, call, input }) =>
      clientOf(client)[readNameOf(call)]({ organizationId: client.organizationId, ...input }),
    async submit({ client, type, parameters }) {
      const http = clientOf(client)
      const requestFn = http[methodNameOf(type)].bind(http)
      const { organizationId } = client
      const poll = createActivityPoller({ client: http, requestFn, refreshIntervalMs: 500 })
      return outcomeOf(await poll({ type, timestampMs: String(Date.now()), organizationId, parameters }))
    },
  }
}

/** The server SDK with its cryptography: API keys on P-256. */
export function serverSdk(age: Age): Handlers {
  const { ServerSdk } = sdks[age]
  const { name, version } = installed(`sdk-server-${age}`)
  const clientOf = ({ baseUrl, organizationId, credential }: Connection) => {
    if (credential.kind !== 'api-key' || credential.curve !== 'API_KEY_CURVE_P256') throw new NotOffered()
    const { publicKey, privateKey } = credential
    const sdk = new ServerSdk({
      apiBaseUrl: baseUrl,
      defaultOrganizationId: organizationId,
      apiPublicKey: publicKey,
      apiPrivateKey: privateKey,
    })
    return sdk.apiClient() as Answer
  }
  return {
    ...beside(age),
    hello: async () => ({ name, version, isConcurrent: true }),
    whoami: ({ client }) => clientOf(client).getWhoami(),
    query: ({ client, call, input }) => clientOf(client)[readNameOf(call)](input),
    async submit({ client, type, parameters }) {
      const { activity } = await clientOf(client)[methodNameOf(type)](parameters)
      return outcomeOf(activity)
    },
  }
}
