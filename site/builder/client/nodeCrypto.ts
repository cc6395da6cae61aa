/** Replaces `crypto` imports of libraries, because every browser has it globally. */
export const webcrypto = globalThis.crypto
