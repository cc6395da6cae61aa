/** The command line as a function, for programs and tests. */
export type { Host } from './host.ts'
export { run } from './run.ts'
