/** What builds use of the sandbox: the runner's files, frames of opaque origins, and its weight. */
export { buildRunner, type RunnerBuildOptions, type RunnerBuilt } from './buildRunner.ts'
export { bundleScript, type FrameDocument, type FrameOptions, frameDocument } from './frameDocument.ts'
export { measureSandbox, type SandboxSizes, SIZE_AIMS, SIZE_BUDGETS } from './sizes.ts'
export { type StrictBundle, strictBundle } from './strictBundle.ts'
export { workerChunks } from './workerChunks.ts'
