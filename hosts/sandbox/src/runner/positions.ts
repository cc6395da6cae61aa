/** Positions of the reader's code in stack traces. */

/** Precedes the code on its first line, so that lines in errors match the example. */
export const MAIN_START = '__main(async function (require, module, exports) { '

export const POSITIONS = /\bexample\.ts:(\d+):(\d+)/g
