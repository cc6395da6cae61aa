/** Asserts about a rejected call: its entry in the catalog, and that it left no trace. */
import type { Engine } from '../engine.ts'
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
  const before = await headOf(engine, organizationId)
  const refused = await attempt().then(
    (answer) => {
      throw new Error(`not refused, answered ${JSON.stringify(answer)}`)
    },
    (error: unknown) => error,
  )
  if (!(refused instanceof CallRefused)) throw refused
  const after = await headOf(engine, organizationId)
  if (before !== after) throw new Error(`refused (${refused.message}), but the journal went on to ${after}`)
  return refused
}

async function headOf(engine: Engine, organizationId: string): Promise<string> {
  const verdict = await engine.verifyJournal(organizationId)
  if (!verdict.ok) throw new Error(`the journal does not verify: entry ${verdict.sequence} ${verdict.reason}`)
  return verdict.head
}
