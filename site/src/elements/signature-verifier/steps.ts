/** The checks of a signature, in the order in which they are made. */
export const STEPS = [
  'The payload, read by its encoding and hashed by its function, gives the bytes that are signed.',
  'The signature is r and s, 32 bytes each, and v where it has one.',
  'The signer is a public key, or an address that leads back to one.',
  'The signature is of those bytes, by that signer.',
] as const
