/** Flags of commands that may wait for approvals. Apart, so that help loads little. */
import type { Flag } from './command.ts'

export const waitFlags: readonly Flag[] = [
  { name: 'wait', summary: 'waits until others approved or rejected it' },
  { name: 'timeout', value: 'SECONDS', summary: 'with --wait: gives up after this time (default 600)' },
]
