/** The sandbox for tests in Node: everything of it but the worker, which is a message port of the same process. */
import { openSandbox, type Sandbox } from '../page/openSandbox.ts'
import { openTab } from './tabs.ts'

/** In memory: nothing of one test is left to another. */
export const openSandboxInProcess = (): Promise<Sandbox> =>
  openSandbox({ storage: 'memory', createWorker: openTab(undefined).createWorker })
