/** The table of commands, from which parsing, help and completions are derived. */

import type { Command, Flag } from './command.ts'
import { backups } from './groups/backups.ts'
import { deployment } from './groups/deployment.ts'
import { development } from './groups/development.ts'
import { journal } from './groups/journal.ts'
import { keys } from './groups/keys.ts'
import { local } from './groups/local.ts'
import { policies } from './groups/policies.ts'
import { requests } from './groups/requests.ts'
import { setup } from './groups/setup.ts'

/** Flags that every command accepts. */
export const sharedFlags: readonly Flag[] = [
  { name: 'json', summary: 'print one JSON document on standard output, for scripts' },
  { name: 'help', summary: 'show help' },
]

/** In the order of help. */
export const commands: readonly Command[] = [
  ...local,
  ...deployment,
  ...backups,
  ...journal,
  ...keys,
  ...requests,
  ...policies,
  ...development,
  ...setup,
]
