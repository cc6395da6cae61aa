/** Signatures by the key that a verification token names. */
import { fromBase64url } from '../encoding.ts'
import type { ClientSignature } from '../generated/types.ts'
import type { ApiKeyStamper } from './apiKeyStamper.ts'

/** The purpose of a verification token: a sign-in with a key, or a sign-up with its contact. */
export type TokenPurpose =
  | { readonly login: { readonly publicKey: string } }
  | { readonly signup: { readonly email: string } | { readonly phoneNumber: string } }

/**
 * The `clientSignature` of `otpLogin` and `createSubOrganization`: proves that the sender has the key that the
 * verification token names.
 * @param stamper of that key
 * @throws KeyError `KEY_PAIR_MISMATCH`, `KEY_UNSUPPORTED`
 *
 * @example
 * const clientSignature = await createClientSignature(stamper, verificationToken, { signup: { email } })
 */
export async function createClientSignature(
  stamper: ApiKeyStamper,
  verificationToken: string,
  purpose: TokenPurpose,
): Promise<ClientSignature> {
  const { id: tokenId } = readJson<{ id: string }>(verificationToken.split('.')[1]!)
  const message = JSON.stringify({ ...purpose, tokenId })
  const { stampHeaderValue } = await stamper.stamp(message)
  const { publicKey, signature } = readJson<{ publicKey: string; signature: string }>(stampHeaderValue)
  return { publicKey, scheme: 'CLIENT_SIGNATURE_SCHEME_API_P256', message, signature }
}

const readJson = <T>(text: string) => JSON.parse(new TextDecoder().decode(fromBase64url(text))) as T
