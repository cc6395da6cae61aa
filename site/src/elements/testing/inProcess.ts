/** The page's sandbox in this process, for tests that put this module in the place of `pageSandbox.ts` (`vi.mock`). */
import type { Sandbox } from '@keywright/sandbox'
import { openSandboxInProcess } from '@keywright/sandbox/testing'

let opening: Promise<Sandbox> | undefined

export function getPageSandbox(): Promise<Sandbox> {
  opening ??= openSandboxInProcess()
  return opening
}
