/** A kit that points any client in any language at a running server, and scores what it sends. */
export { describeError, inProcess, NotOffered } from './adapter.ts'
export { type Check, type Group, groups } from './check.ts'
export { checks } from './checks/index.ts'
export { startAdapter } from './childAdapter.ts'
export { ConformanceError } from './conformanceError.ts'
export type * from './protocol.ts'
export { type CheckResult, type Report, type RunOptions, runConformance } from './run.ts'
