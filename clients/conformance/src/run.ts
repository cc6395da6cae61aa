/** Runs the checks against a client and counts the results. */
import { KeywrightError } from '@keywright/client'
import { startKeywright } from '@keywright/testing'
import type { Check, Group } from './check.ts'
import { checks as allChecks } from './checks/index.ts'
import { ConformanceError } from './conformanceError.ts'
import { Absent, Finding } from './finding.ts'
import type { Adapter } from './protocol.ts'
import { type Heard, openWorld } from './world.ts'

export interface CheckResult {
  readonly id: string
  readonly group: Group
  readonly requires: string
  readonly source: string
  readonly outcome: 'pass' | 'fail' | 'not offered'
  readonly found?: string
}

export interface Report {
  readonly client: { readonly name: string; readonly version?: string }
  readonly passed: number
  readonly failed: number
  readonly notOffered: number
  readonly checks: readonly CheckResult[]
}

export interface RunOptions {
  /** Default: all. */
  readonly checks?: readonly Check[]
  readonly onResult?: (result: CheckResult) => void
  readonly signal?: AbortSignal
}

/** @throws ConformanceError if the adapter, not the client, is at fault */
export async function runConformance(adapter: Adapter, options: RunOptions = {}): Promise<Report> {
  const { checks = allChecks, onResult, signal } = options
  const hello = await adapter.ask('hello', {})
  if (!('result' in hello) || typeof hello.result?.name !== 'string') {
    const answer = JSON.stringify(hello).slice(0, 200)
    throw new ConformanceError('ADAPTER_NO_HELLO', `the adapter answered hello without a name: \`${answer}\``)
  }
  const { name, version, isConcurrent = false } = hello.result
  const kw = await startKeywright()
  const heard: Heard = { secrets: new Set(), errors: [] }
  const results = new Map<string, CheckResult>()
  const waiting = checks.filter(({ id }) => id !== LAST)

  async function runNext(): Promise<void> {
    for (let check = waiting.shift(); check && !signal?.aborted; check = waiting.shift()) await runOne(check)
  }
  async function runOne(check: Check): Promise<void> {
    const world = openWorld(kw, adapter, heard, isConcurrent)
    const verdict = await judge(() => check.run(world, heard)).finally(world.close)
    const { id, group, requires, source } = check
    const result: CheckResult = { id, group, requires, source, ...verdict }
    results.set(id, result)
    onResult?.(result)
  }
  try {
    await Promise.all(Array.from({ length: isConcurrent ? AT_ONCE : 1 }, runNext))
    for (const check of checks) if (check.id === LAST && !signal?.aborted) await runOne(check)
  } finally {
    await kw.close()
  }
  const ordered = checks.flatMap(({ id }) => results.get(id) ?? [])
  const count = (outcome: CheckResult['outcome']) =>
    ordered.filter((result) => result.outcome === outcome).length
  return {
    client: { name, ...(version !== undefined && { version }) },
    passed: count('pass'),
    failed: count('fail'),
    notOffered: count('not offered'),
    checks: ordered,
  }
}

/** Concurrency for clients that answer out of order, because checks mostly wait for retries and timeouts. */
const AT_ONCE = 8
/** Examines all other checks. */
const LAST = 'no-secrets'

async function judge(run: () => Promise<void>): Promise<Pick<CheckResult, 'outcome' | 'found'>> {
  try {
    await run()
    return { outcome: 'pass' }
  } catch (error) {
    if (error instanceof Absent) return { outcome: 'not offered' }
    if (error instanceof Finding) return { outcome: 'fail', found: error.message }
    // The engine rejects what the client sealed.
    if (error instanceof KeywrightError) {
      return { outcome: 'fail', found: `the server refused what it made: ${error.code}: ${error.message}` }
    }
    if (error instanceof ConformanceError) {
      if (error.code === 'ADAPTER_NOT_STARTED') throw error
      return { outcome: 'fail', found: error.message }
    }
    // No answer of a client may end the whole run.
    return { outcome: 'fail', found: `its answer cannot be read: ${(error as Error).message}` }
  }
}
