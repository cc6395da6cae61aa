/** Shared bounds of a socket. */

/** Enough for a stamp of about 300 characters, or 2,000 with a passkey, and the client's other headers. */
export const MAX_HEADER_BYTES = 32_768
