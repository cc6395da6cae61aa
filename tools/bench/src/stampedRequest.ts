/** Requests as a client stamps them, and the account that signs. */
import type { apiKeyStamper, Posted } from '@keywright/engine/test'

export const ETHEREUM_ACCOUNT = {
  curve: 'CURVE_SECP256K1',
  pathFormat: 'PATH_FORMAT_BIP32',
  path: "m/44'/60'/0'/0/0",
  addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
} as const

export interface Stamped {
  /** A `Request` can be read once: each asking makes another. */
  request(): Request
}

export function stampedRequest({ path, text }: Posted, stamp: ReturnType<typeof apiKeyStamper>): Stamped {
  const [name, value] = stamp(new TextEncoder().encode(text))
  return {
    request: () =>
      new Request(`http://localhost${path}`, { method: 'POST', body: text, headers: { [name]: value } }),
  }
}

/** @throws Error with what was answered instead of 200 */
export async function expectOk(response: Response): Promise<void> {
  if (response.status !== 200) throw new Error(`a measured request was refused: ${await response.text()}`)
}
