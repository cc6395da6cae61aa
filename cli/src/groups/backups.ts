/** Commands that write and restore backups. */

import type { Command, Flag } from '../command.ts'
import { machine } from '../machine.ts'
import { databaseUrlFlags, rootSecretFlags, secretFiles } from './deploymentFlags.ts'

/** For the MAC of a backup. */
const sharesForMac = { ...secretFiles('for the MAC'), name: 'SHARE' }
const macFlags: readonly Flag[] = [...databaseUrlFlags, ...rootSecretFlags]

export const backups: readonly Command[] = [
  {
    name: 'backup',
    summary: 'Writes the database of a deployment to a new file while servers keep running.',
    details: [
      'The file is a consistent snapshot. Keys are encrypted under the root secret, which the file does not contain: to use a restored database, you need the shares, the key file or the token from the time of the backup. Names and email addresses are not encrypted, so the file is readable only by you.',
      'The file is compressed (gzip) and ends with a checksum. With the root secret, it also ends with a MAC, so that restore can detect a file that was altered on purpose.',
    ],
    arguments: [{ name: 'FILE', summary: 'new backup file', completes: 'files' }, sharesForMac],
    flags: macFlags,
    examples: [
      'DATABASE_URL=postgres://… keywright backup keywright-2026-11-22.backup',
      'DATABASE_URL=postgres://… keywright backup keywright-2026-11-22.backup --key-file root.secret',
    ],
    onInterrupt: 'finishes',
    load: machine.backup,
  },
  {
    name: 'restore',
    summary: 'Restores a backup into a new database in one transaction.',
    details: [
      'Credentials revoked after the backup are valid again, and messages that were waiting at the time of the backup are sent again.',
      'With the root secret from the time of the backup, the command also checks the MAC of the file, and rejects files without one.',
    ],
    arguments: [
      { name: 'FILE', summary: 'backup file from keywright backup', completes: 'files' },
      sharesForMac,
    ],
    flags: macFlags,
    examples: [
      'DATABASE_URL=postgres://… keywright restore keywright-2026-11-22.backup',
      'DATABASE_URL=postgres://… keywright restore keywright-2026-11-22.backup --key-file root.secret',
    ],
    onInterrupt: 'finishes',
    load: machine.restore,
  },
]
