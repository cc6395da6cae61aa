/** Limits of the language. */

/** Longest expression, in UTF-16 code units: room for an allow list of some 350 addresses. */
export const MAX_TEXT_LENGTH = 16_384
/** Deepest nesting of parentheses, brackets, function bodies and chained accesses. */
export const MAX_DEPTH = 64

/**
 * Default number of steps that all policies of one request share (see `StepBudget`): a hundred policies with the
 * longest allow list take a tenth of it, and all of it takes some tens of milliseconds.
 */
export const MAX_STEPS = 1_000_000

/** The largest literal of type `int`: signed 128 bits. Values of requests are exact at any size. */
export const INT128_MAX = 2n ** 127n - 1n
/** The largest literal of type `uint`: unsigned 256 bits. */
export const UINT256_MAX = 2n ** 256n - 1n
