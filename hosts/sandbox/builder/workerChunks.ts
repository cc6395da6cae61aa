/**
 * Chunks of the worker. Static imports form one file, which saves requests and compresses a tenth better than twenty
 * chunks. Dynamic imports stay separate.
 */
import type { OutputOptions } from 'rolldown'

export const WORKER_CHUNK = 'engine'

export const workerChunks: Pick<OutputOptions, 'codeSplitting'> = {
  // Includes its imports.
  codeSplitting: { groups: [{ name: WORKER_CHUNK, test: /[\\/]sandbox[\\/]src[\\/]worker[\\/]host\.ts$/ }] },
}
