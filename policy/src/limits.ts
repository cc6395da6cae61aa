/** The bounds of the language. */

/** Longest expression, in UTF-16 code units: room for an allow list of some 350 addresses. */
export const MAX_TEXT_LENGTH = 16_384
/** Deepest nesting of parentheses, brackets, function bodies and chained accesses. */
export const MAX_DEPTH = 64

/**
 * Steps that all policies of one request have between them, unless the caller says otherwise (see `StepBudget`):
 * a hundred policies of the longest allow list take a tenth of it, and all of it some tens of milliseconds.
 */
export const MAX_STEPS = 1_000_000

/** The largest literal of type `int`: signed, of 128 bits. What a request holds is exact at any size. */
export const INT128_MAX = 2n ** 127n - 1n
/** The largest literal: `uint` is unsigned, of 256 bits. */
export const UINT256_MAX = 2n ** 256n - 1n
