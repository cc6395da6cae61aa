/** Bounds of a socket that its parts share. */

/** A stamp has some 300 characters, a passkey's some 2,000; everything else is the client's own. */
export const MAX_HEADER_BYTES = 32_768
