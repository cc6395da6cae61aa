/** A check for tests: that something fails with one of our errors, and which. */

import { expect } from 'vitest'
import { KeysError, type KeysErrorCode } from '../src/errors.ts'

/** Runs, and gives the error, which must be a `KeysError` of the code. */
export function expectKeysError(code: KeysErrorCode, run: () => unknown): KeysError {
  try {
    run()
  } catch (error) {
    return checked(code, error)
  }
  throw new Error(`expected ${code}, nothing was thrown`)
}

/** The same for promises. */
export async function expectKeysRejection(
  code: KeysErrorCode,
  promise: Promise<unknown>,
): Promise<KeysError> {
  const error = await promise.then(
    () => new Error(`expected ${code}, nothing was thrown`),
    (thrown: unknown) => thrown,
  )
  return checked(code, error)
}

function checked(code: KeysErrorCode, error: unknown): KeysError {
  if (!(error instanceof KeysError)) throw error
  expect(error.code).toBe(code)
  expect(error.message).not.toMatch(/undefined|\[object|NaN/)
  return error
}
