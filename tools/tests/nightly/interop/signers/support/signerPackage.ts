/** An installed signer, with the clients that it was published with: each version has its own copies of them. */
import { createRequire } from 'node:module'
import type { ApiKeyPair } from '@keywright/keys'
import type * as HttpPackage from 'http-new'
import type { ClientKind } from '../../../../../../site/ledger/signers.ts'

export interface ClientTarget {
  readonly url: string
  readonly organizationId: string
  readonly key: ApiKeyPair
}

export interface SignerPackage<T> {
  readonly signer: T
  /** Fits whatever type of client the signer names: those types are of its own copies of the packages. */
  clientOf(kind: ClientKind, target: ClientTarget): never
}

/**
 * Loads a signer as CommonJS, and its clients from where it finds them: old signers ask with `instanceof`
 * which client they were given, so it must be of the very package that they import.
 */
export function loadSigner<T>(alias: string): SignerPackage<T> {
  const require = createRequire(import.meta.url)
  const beside = createRequire(require.resolve(alias))
  const http = beside('@turnkey/http') as typeof HttpPackage
  const { ApiKeyStamper } = beside('@turnkey/api-key-stamper') as typeof import('api-key-stamper-new')
  return {
    signer: require(alias) as T,
    clientOf(kind, { url, organizationId, key }) {
      const credentials = { apiPublicKey: key.publicKey, apiPrivateKey: key.privateKey }
      if (kind === 'http') {
        return new http.TurnkeyClient({ baseUrl: url }, new ApiKeyStamper(credentials)) as never
      }
      const { Turnkey } = beside('@turnkey/sdk-server') as typeof import('sdk-server-new')
      const sdk = new Turnkey({
        apiBaseUrl: url,
        defaultOrganizationId: organizationId,
        ...credentials,
      })
      return sdk.apiClient() as never
    },
  }
}
