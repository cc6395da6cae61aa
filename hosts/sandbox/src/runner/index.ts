/** Runs the site's examples in the reader's browser. */
export { RUN_LIMITS, type RunEvent, type RunLimits, type RunOutcome } from './events.ts'
export { usesReact } from './imports.ts'
export { openAssets, type RunnerAssets, type RunnerManifest } from './modules.ts'
export { type RunOptions, runExample } from './runExample.ts'
export { readyRun } from './standby.ts'
export type { RunResult } from './verify.ts'
