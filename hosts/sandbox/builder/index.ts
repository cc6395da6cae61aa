/** The sandbox's build API: runner files, isolated frames and size measurements. */
export { buildRunner, type RunnerBuildOptions, type RunnerBuilt } from './buildRunner.ts'
export { bundleScript, type FrameDocument, type FrameOptions, frameDocument } from './frameDocument.ts'
export { measureSandbox, type SandboxSizes, SIZE_BUDGETS } from './sizes.ts'
export { type StrictBundle, strictBundle } from './strictBundle.ts'
export { workerChunks } from './workerChunks.ts'
