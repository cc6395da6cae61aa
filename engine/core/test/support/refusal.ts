/** Asserts about a rejected call: its entry in the catalog, and that it left no trace. */
import type { Engine } from '../../src/engine.ts'
import { CallRefused } from './client.ts'

/** Status, gRPC code and catalog name of an error. */
export type Refusal = readonly [status: number, code: number, errorCode: string | undefined]

/** Runs a call that must be rejected. @throws Error if it is not rejected, or if the organization's journal grew */
export async function refusalOf(
  engine: Engine,
  organizationId: string,
  attempt: () => Promise<unknown>,
): Promise<Refusal> {
  const { status, body, errorCode } = await refusedCall(engine, organizationId, attempt)
  return [status, body.code, errorCode]
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
