/** Asserts about a rejected call: it matches its entry in the catalog, and left no trace. */
import { type ErrorCode, type ErrorEntry, errors, grpcStatus } from '@keywright/contract'
import type { Engine } from '../../src/engine.ts'
import { CallRefused } from './client.ts'

/**
 * Runs a call that must be rejected. @returns the error's name in the catalog
 * @throws Error if it is not rejected, has another status than the catalog's, or if the organization's journal grew
 */
export async function refusalOf(
  engine: Engine,
  organizationId: string,
  attempt: () => Promise<unknown>,
): Promise<ErrorCode> {
  const { status, body, errorCode } = await refusedCall(engine, organizationId, attempt)
  const entry: ErrorEntry = errors[errorCode as ErrorCode]
  const { code, http } = grpcStatus[entry.grpc]
  if (status !== (entry.http ?? http) || body.code !== code)
    throw new Error(`${errorCode} has status ${status} and code ${body.code}`)
  return errorCode as ErrorCode
}

/** The same, with message and details. */
export async function refusedCall(
  engine: Engine,
  organizationId: string,
  attempt: () => Promise<unknown>,
): Promise<CallRefused> {
  const { store } = engine.ports
  const before = await store.version(organizationId)
  const refused = await attempt().then(
    (answer) => {
      throw new Error(`not refused, answered ${JSON.stringify(answer)}`)
    },
    (error: unknown) => error,
  )
  if (!(refused instanceof CallRefused)) throw refused
  const after = await store.version(organizationId)
  if (before !== after) throw new Error(`refused (${refused.message}), but the journal went on to ${after}`)
  return refused
}
