/** The bounds of the language. */

/** Longest expression, in UTF-16 code units: room for an allow list of some 350 addresses. */
export const MAX_TEXT_LENGTH = 16_384
/** Deepest nesting of parentheses, brackets, function bodies and chained accesses. */
export const MAX_DEPTH = 64

/** `int` is signed, of 128 bits. */
export const INT128_MAX = 2n ** 127n - 1n
export const INT128_MIN = -(2n ** 127n)
/** `uint` is unsigned, of 256 bits. */
export const UINT256_MAX = 2n ** 256n - 1n
