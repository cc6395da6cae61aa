/** What builds use of the sandbox: the runner's files, and its weight. */
export { buildRunner, type RunnerBuildOptions, type RunnerBuilt } from './buildRunner.ts'
export { measureSandbox, type SandboxSizes, SIZE_AIMS, SIZE_BUDGETS } from './sizes.ts'
export { type StrictBundle, strictBundle } from './strictBundle.ts'
