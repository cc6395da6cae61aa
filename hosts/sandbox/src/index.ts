/** The engine in a worker of the reader's browser, behind a `fetch`. */
export type { DevEvent, DevOrganization, Letter, RequestInFull, SnapshotEntry } from '@keywright/devhost'
export type { SandboxClock, SandboxHandles } from './page/handles.ts'
export {
  openSandbox,
  type Sandbox,
  type SandboxOptions,
  type SandboxWorker,
  startSandbox,
} from './page/openSandbox.ts'
export { SANDBOX_URL, type SandboxStatus } from './protocol.ts'
