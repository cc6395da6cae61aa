/** Stamp checks in order. */
export const API_KEY_STEPS = [
  'The header is base64url of JSON with publicKey, scheme and signature.',
  'The public key is a point on the scheme’s curve.',
  'The scheme signs the digest of exactly these bytes.',
  'The signature verifies for this digest and key.',
] as const

export const PASSKEY_STEPS = [
  'The header is JSON with credentialId, authenticatorData, clientDataJson and signature.',
  'The client data has type webauthn.get (an assertion).',
  'The challenge is the lowercase hex SHA-256 of exactly these bytes, as text.',
  'The authenticator confirmed that a user was present.',
  'The passkey signed the authenticator data and the hash of the client data.',
] as const
