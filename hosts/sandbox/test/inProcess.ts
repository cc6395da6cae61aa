/** The sandbox for tests in Node, with a message port of the same process in place of the worker. */
import { openSandbox, type Sandbox } from '../src/page/openSandbox.ts'
import { openTab } from './tabs.ts'

/** In memory, so tests don't share state. */
export const openSandboxInProcess = (): Promise<Sandbox> =>
  openSandbox({ storage: 'memory', createWorker: openTab(undefined).createWorker })
