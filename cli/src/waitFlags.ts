/** Flags of commands that can wait for approvals, in a separate file so that help loads little. */
import type { Flag } from './command.ts'

export const waitFlags: readonly Flag[] = [
  { name: 'wait', summary: 'wait until the activity is approved or rejected' },
  { name: 'timeout', value: 'SECONDS', summary: 'with --wait: stop waiting after this time (default 600)' },
]
