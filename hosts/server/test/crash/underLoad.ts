/** What tests of faults under load share. */
import type { Store } from '@keywright/engine'
import { expect, onTestFinished } from 'vitest'
import type { CrashRun, Found } from './crashRun.ts'
import { type Killable, spawnServer } from './killable.ts'
import type { Received } from './receiver.ts'
import { recordFault } from './record.ts'

/** Generous, for busy machines. */
export const PATIENCE = { timeout: 120_000, interval: 100 }

/** Two processes of a team server, which end with the test. */
export async function spawnTwo(options: object): Promise<readonly [Killable, Killable]> {
  const servers = await Promise.all([1, 2].map(() => spawnServer('serve', options)))
  for (const server of servers) onTestFinished(server.kill)
  return servers as [Killable, Killable]
}

/** Waits for this many more acknowledged requests. */
export async function untilAnswered(run: CrashRun, more: number): Promise<void> {
  const before = run.count()
  await expect.poll(run.count, PATIENCE).toBeGreaterThan(before + more)
}

export interface Suffered {
  /** Default: 1. */
  readonly rounds?: number
  /** What the receivers of messages got. Default: not checked. */
  readonly received?: Partial<Received>
  /** Requests that were acknowledged before the fault. Default: 0. */
  readonly before?: number
}

/**
 * Records what a fault cost, and expects that nothing was lost and nothing executed twice.
 * @param store is closed
 */
export async function expectSound(
  fault: string,
  run: CrashRun,
  store: Store & { close(): unknown },
  { rounds = 1, received = {}, before = 0 }: Suffered = {},
): Promise<Found> {
  const found = await run.check(store, received)
  await store.close()
  recordFault(fault, rounds, { ...found, acknowledged: found.acknowledged - before })
  expect(found).toMatchObject({ lost: [], doubled: [], broken: [], untold: [], invented: [] })
  expect(found.acknowledged).toBe(found.posted)
  return found
}
