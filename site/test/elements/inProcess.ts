/** An in-process sandbox, for tests that replace `pageSandbox.ts` with this module (`vi.mock`). */
import type { Sandbox } from '@keywright/sandbox'
import { openSandboxInProcess } from '@keywright/sandbox/test'

let opening: Promise<Sandbox> | undefined

export function getPageSandbox(): Promise<Sandbox> {
  opening ??= openSandboxInProcess()
  return opening
}
