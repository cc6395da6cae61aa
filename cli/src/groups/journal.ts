/** Commands that check and prune journals. */

import type { Command } from '../command.ts'
import { stateFlag } from '../connectionFlags.ts'
import { machine } from '../machine.ts'
import {
  databaseUrlFlags,
  holderKeyFlag,
  keyFileFlag,
  keyServiceFlags,
  secretFiles,
} from './deploymentFlags.ts'

export const journal: readonly Command[] = [
  {
    name: 'journal verify',
    summary: 'Checks that journals are complete and match the tables.',
    details: [
      'For operators. The command reads the state folder of a development server, or the database in DATABASE_URL. Servers can keep running.',
      'With the root secret of a deployment, the command checks the MACs too. Without it, the command cannot detect an attacker with write access to the database who recomputed all hashes of a journal.',
    ],
    arguments: [secretFiles('to check MACs')],
    flags: [
      ...databaseUrlFlags,
      stateFlag,
      holderKeyFlag,
      keyFileFlag,
      ...keyServiceFlags,
      { name: 'organization-id', value: 'ID', summary: 'process only the journal of this organization' },
    ],
    examples: ['keywright journal verify', 'DATABASE_URL=postgres://… keywright journal verify --json'],
    load: machine.journalVerify,
  },
  {
    name: 'journal prune',
    summary: 'Removes old journal entries. A checkpoint keeps the rest verifiable.',
    details: [
      'For operators. The command checks each journal, writes a checkpoint, and removes entries older than the given time in small batches. Servers of a deployment can keep running; stop a development server first. Take a backup first and keep the heads that journal verify prints, because later backups do not contain the removed entries.',
      'Writing a checkpoint for a deployment requires the root secret.',
    ],
    arguments: [secretFiles('default standard input')],
    flags: [
      {
        name: 'before',
        value: 'TIME',
        summary: 'remove entries older than this time, such as 2026-01-01T00:00:00Z',
      },
      ...databaseUrlFlags,
      stateFlag,
      holderKeyFlag,
      keyFileFlag,
      ...keyServiceFlags,
      { name: 'organization-id', value: 'ID', summary: 'process only the journal of this organization' },
    ],
    examples: [
      'DATABASE_URL=postgres://… keywright journal prune --before 2026-01-01T00:00:00Z share-1.txt share-2.txt',
    ],
    load: machine.journalPrune,
  },
]
