/** Starts reads early, so that they run in parallel with the reads before them. */

/** The transaction keeps the rows: reading one again costs nothing, and a failed read rejects again when awaited. */
export function prefetch(...reads: readonly Promise<unknown>[]): void {
  for (const read of reads) read.catch(() => undefined)
}
