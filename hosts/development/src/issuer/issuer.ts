/**
 * An OpenID Connect issuer for tests that signs any identity (OpenID Connect Discovery 1.0): directly, or in the code flow
 * with PKCE, with a page on which the developer chooses who signs in. Its parts load on demand.
 */

import type { Fetch } from '@keywright/host'
import type { CodeFlow } from './codeFlow.ts'
import type { Minter } from './minter.ts'

export interface Issuer {
  readonly url: string
  minter(): Promise<Minter>
  codeFlow(): Promise<CodeFlow>
  /** Returns its own documents without a socket, and forwards all other requests. */
  reach(fetch: Fetch): Fetch
}

export const ISSUER_PATH = '/dev/issuer'

/**
 * @param baseUrl base URL of the server
 * @param rootSecret source of the signing key, so that tokens stay valid across restarts
 * @param clock milliseconds since 1970
 */
export function createIssuer(baseUrl: string, rootSecret: Uint8Array, clock: () => number): Issuer {
  const url = `${baseUrl}${ISSUER_PATH}`
  let opened: Minter | undefined
  let flow: CodeFlow | undefined

  async function minter(): Promise<Minter> {
    const { createMinter } = await import('./minter.ts')
    opened ??= createMinter(url, rootSecret, clock)
    return opened
  }
  return {
    url,
    minter,
    async codeFlow() {
      const [{ createCodeFlow }, minting] = await Promise.all([import('./codeFlow.ts'), minter()])
      flow ??= createCodeFlow(minting, clock)
      return flow
    },
    reach: (fetch) => async (address, init) => {
      if (address === `${url}/jwks`) return Response.json((await minter()).jwks)
      if (address !== `${url}/.well-known/openid-configuration`) return fetch(address, init)
      const { discoveryOf } = await import('./discovery.ts')
      return Response.json(discoveryOf(url))
    },
  }
}
