/**
 * Exports the heads of journals to a file while the server runs. The first export after a start compares the database with
 * the file, and so finds a database that was put back while all processes were down.
 */
import type { WholeStore } from '@keywright/engine'
import { describeError, type Log } from '@keywright/host'
import { exportStore, type Keys } from '../journals.ts'
import { type Repeating, repeat } from './repeat.ts'

export interface ExportingHeads {
  /** Organizations that don't go on from the exported heads, as of the last export; undefined before the first one. */
  problems(): number | undefined
  /** When the last export ended, in milliseconds since 1970; undefined before the first one. */
  exportedAt(): number | undefined
  /** Begins, once the server is unsealed. Settles when the first export is done. */
  start(keys: Keys): Promise<void>
  stop(): Promise<void>
}

const INTERVAL_MS = 60_000

export function exportHeads(
  store: WholeStore,
  stream: string,
  { log, clock }: { readonly log: Log; readonly clock: () => number },
): ExportingHeads {
  /** What doesn't fit, by organization. */
  let found: ReadonlyMap<string, string> | undefined
  let keys: Keys | undefined
  let exporting: Repeating | undefined
  let exportedAt: number | undefined

  async function run(keys: Keys): Promise<void> {
    const exported = await exportStore(store, keys, { stream }, () => undefined)
    exportedAt = clock()
    const before = found
    found = new Map(
      exported.flatMap(({ organizationId, outcome }) =>
        'problem' in outcome ? [[organizationId, `entry ${outcome.version}: ${outcome.problem}`]] : [],
      ),
    )
    for (const [organizationId, problem] of found) {
      if (before?.get(organizationId) === problem) continue
      const message = 'the database does not go on from the exported heads'
      log({ level: 'error', message, audit: true, organizationId, problem, stream })
    }
  }

  const fail = (error: unknown) =>
    log({ level: 'error', message: 'heads not exported', ...describeError(error) })

  return {
    problems: () => found?.size,
    exportedAt: () => exportedAt,
    start(given) {
      keys = given
      exporting ??= repeat(INTERVAL_MS, () => run(keys!), fail)
      return exporting.now()
    },
    async stop() {
      const ended = exporting
      exporting = undefined
      await ended?.stop()
    },
  }
}
