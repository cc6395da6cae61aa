/** The adapter of the TypeScript packages. */

import {
  type Activity,
  type ConnectionConfig,
  isKeywrightError,
  KeywrightClient,
  type Stamper,
} from '@keywright/client'
import { ApiKeyStamper } from '@keywright/client/api-key'
import {
  importTargetKey,
  openCredentialBundle,
  openKeyExport,
  openWalletExport,
  sealKeyImport,
  sealWalletImport,
} from '@keywright/client/bundles'
import { evmWallet, solanaWallet, WalletStamper } from '@keywright/client/wallet'
import { WebauthnStamper } from '@keywright/client/webauthn'
import {
  type Connection,
  type Credential,
  credentialsOf,
  type Handlers,
  providerOf,
  solanaOf,
} from '../adapter.ts'

type AnyMethod = (input: object) => Promise<{ activity: Activity }>

function stamperOf(credential: Credential): Stamper {
  if (credential.kind === 'api-key') {
    const { publicKey: apiPublicKey, privateKey: apiPrivateKey, curve: curveType } = credential
    return new ApiKeyStamper({ apiPublicKey, apiPrivateKey, curveType })
  }
  if (credential.kind === 'passkey') {
    return new WebauthnStamper({ rpId: credential.rpId, credentials: credentialsOf(credential) })
  }
  const { publicKey } = credential
  if (credential.kind === 'evm-wallet') {
    return new WalletStamper(evmWallet(providerOf(credential), credential.address), { publicKey })
  }
  return new WalletStamper(solanaWallet(solanaOf(credential)), { publicKey })
}

/** `list_wallets` and `ACTIVITY_TYPE_CREATE_USERS_V2` are the methods `listWallets` and `createUsers`. */
const methodNameOf = (name: string) =>
  name
    .replace(/^ACTIVITY_TYPE_|_V\d+$/g, '')
    .toLowerCase()
    .replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())

const method = (client: KeywrightClient, name: string) =>
  (client as unknown as Record<string, AnyMethod>)[name]!.bind(client)

const answerOf = ({ activity }: { readonly activity: Activity }) => {
  const [result] = Object.values(activity.result) as Record<string, unknown>[]
  const { id: activityId, status, fingerprint } = activity
  return { activityId, status, fingerprint, ...(result && { result }) }
}

/** @param changes to the client's configuration */
export function typescriptWith(changes: Partial<ConnectionConfig>): Handlers {
  const clientOf = ({ baseUrl, organizationId, timeoutMs: timeout, credential }: Connection) =>
    new KeywrightClient({ baseUrl, organizationId, timeout, ...changes }, stamperOf(credential))
  return {
    hello: async () => ({ name: 'Keywright for TypeScript', version: '0.1.0', isConcurrent: true }),
    whoami: ({ client }) => clientOf(client).whoami(),
    query: async ({ client, call, input }) => ({
      ...(await method(clientOf(client), methodNameOf(call))(input)),
    }),
    submit: async ({ client, type, parameters }) =>
      answerOf(await method(clientOf(client), methodNameOf(type))({ type, parameters })),
    wait: async ({ client, activityId }) => answerOf(await clientOf(client).waitForActivity(activityId)),
    async resend({ client, type, parameters, again }) {
      try {
        return answerOf(await method(clientOf(client), methodNameOf(type))({ type, parameters }))
      } catch (error) {
        if (!isKeywrightError(error) || !error.request) throw error
        const request = { ...error.request, url: error.request.url.replace(client.baseUrl, again) }
        return answerOf((await clientOf(client).send(request)) as { activity: Activity })
      }
    },
    async stamp({ credential, bodies }) {
      const stamper = stamperOf(credential)
      const stamps = await Promise.all(bodies.map((body) => stamper.stamp(body)))
      return {
        stamps: stamps.map(({ stampHeaderName: name, stampHeaderValue: value }) => ({ name, value })),
      }
    },
    async openCredential({ bundle, target: { publicKey: point, privateKey: secret } }) {
      const key = await openCredentialBundle(bundle, await importTargetKey(point, secret))
      return { publicKey: key.apiPublicKey, privateKey: key.apiPrivateKey }
    },
    async openExport({ bundle, target, of, format, organizationId, signerPublicKey }) {
      const opener = await importTargetKey(target.publicKey, target.privateKey)
      const expected = { organizationId, signerPublicKey, keyFormat: format }
      return { secret: await (of === 'phrase' ? openWalletExport : openKeyExport)(bundle, opener, expected) }
    },
    async sealImport({ bundle, secret, userId, of, format, organizationId, signerPublicKey }) {
      const expected = { organizationId, userId, signerPublicKey, keyFormat: format }
      return {
        encryptedBundle: await (of === 'phrase' ? sealWalletImport : sealKeyImport)(secret, bundle, expected),
      }
    },
  }
}

export const typescript = typescriptWith({})
