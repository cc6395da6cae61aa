/**
 * How the worker's code is parted: what is there from the start is one file, since each part of its own is a request more,
 * and twenty of them compress worse by a tenth. What is imported when it is wanted stays apart.
 */
import type { OutputOptions } from 'rolldown'

export const WORKER_CHUNK = 'engine'

export const workerChunks: Pick<OutputOptions, 'codeSplitting'> = {
  // With it comes what it imports.
  codeSplitting: { groups: [{ name: WORKER_CHUNK, test: /[\\/]sandbox[\\/]src[\\/]worker[\\/]host\.ts$/ }] },
}
