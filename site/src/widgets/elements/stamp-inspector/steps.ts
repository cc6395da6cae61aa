/** Stamp checks in order. */
export const API_KEY_STEPS = [
  { name: 'base64url', title: 'The header is base64url.' },
  { name: 'JSON', title: 'It contains JSON with publicKey, scheme and signature.' },
  { name: 'scheme', title: 'The scheme exists.' },
  { name: 'public key', title: 'The public key is a point on the scheme’s curve.' },
  { name: 'signature form', title: 'The signature has the form of the scheme.' },
  { name: 'signature', title: 'The signature verifies for exactly these bytes and this key.' },
] as const

export const PASSKEY_STEPS = [
  'The header is JSON with credentialId, authenticatorData, clientDataJson and signature.',
  'The client data has type webauthn.get (an assertion).',
  'The challenge is the lowercase hex SHA-256 of exactly these bytes, as text.',
  'The authenticator confirmed that a user was present.',
  'The passkey signed the authenticator data and the hash of the client data.',
] as const
