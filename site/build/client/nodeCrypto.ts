/** What libraries import as `crypto` for Nodes without the global one. Every browser has it. */
export const webcrypto = globalThis.crypto
