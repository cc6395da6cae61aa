/** Signature checks in order. */
export const STEPS = [
  'The payload, decoded and hashed, gives the signed bytes.',
  'The signature is r and s, 32 bytes each, with an optional v.',
  'The signer is a public key, or the address of the recovered key.',
  'The signature verifies for these bytes and this signer.',
] as const
