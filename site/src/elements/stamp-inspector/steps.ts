/** The checks of a stamp, in the order in which they are made. */
export const API_KEY_STEPS = [
  'The header is base64url of JSON with publicKey, scheme and signature.',
  'The public key is a point of the curve that the scheme names.',
  'The digest of exactly these bytes is what the scheme signs.',
  'The signature is of that digest, by that key.',
] as const

export const PASSKEY_STEPS = [
  'The header is JSON with credentialId, authenticatorData, clientDataJson and signature.',
  'The client data are of an assertion, webauthn.get.',
  'The challenge is the text of the lower-case hex SHA-256 of exactly these bytes.',
  'The authenticator saw a person.',
  'The signature is of authenticator data and the hash of the client data, by the passkey’s key.',
] as const
