/**
 * The page's sandbox in this process, for tests of what works with it:
 * `vi.mock('../../sandbox/pageSandbox.ts', () => import('../testing/inProcess.ts'))`.
 */
import type { Sandbox } from '@keywright/sandbox'
import { openSandboxInProcess } from '@keywright/sandbox/testing'

let opening: Promise<Sandbox> | undefined

export function getPageSandbox(): Promise<Sandbox> {
  opening ??= openSandboxInProcess()
  return opening
}
