/** What WebCrypto's types want of our bytes. */

/** The types refuse views of shared memory, which we never have. */
export const asBufferSource = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => bytes as Uint8Array<ArrayBuffer>

/** A copy in a buffer of its own, for libraries that take no views. */
export const toArrayBuffer = (bytes: Uint8Array): ArrayBuffer => asBufferSource(bytes).slice().buffer
