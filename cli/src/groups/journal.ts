/** Commands that check, prune and erase journals. */

import type { Command, Flag } from '../command.ts'
import { stateFlag } from '../connectionFlags.ts'
import { machine } from '../machine.ts'
import { databaseUrlFlags, rootSecretFlags, secretFiles } from './deploymentFlags.ts'

/** The database or state folder, the root secret and the organization. */
const whereAndWith: readonly Flag[] = [
  ...databaseUrlFlags,
  stateFlag,
  ...rootSecretFlags,
  { name: 'organization-id', value: 'ID', summary: 'process only the journal of this organization' },
]

export const journal: readonly Command[] = [
  {
    name: 'journal verify',
    summary: 'Checks that journals are complete and match the tables and lookups.',
    details: [
      'For operators. The command reads the state folder of a development server, or the database in DATABASE_URL. Servers can keep running.',
      'The command also checks each vote against the credentials of its time, and each outcome against the quorum and the policies of its time.',
      'With the root secret of a deployment, the command checks the MACs too. Without it, the command cannot detect an attacker with write access to the database who recomputed all hashes of a journal.',
    ],
    arguments: [secretFiles('to check MACs')],
    flags: [
      ...whereAndWith,
      {
        name: 'stream',
        value: 'FILE',
        summary: 'compare with the heads that journal export wrote, to find rolled-back and missing journals',
      },
      {
        name: 'archive',
        value: 'FILE',
        isList: true,
        summary: 'also check entries that journal prune archived; pass all archives, oldest first',
      },
      { name: 'archive-key', value: 'FILE', isList: true, summary: 'private key that decrypts the archives' },
    ],
    examples: [
      'keywright journal verify',
      'DATABASE_URL=postgres://… keywright journal verify --json',
      'DATABASE_URL=postgres://… keywright journal verify --stream heads.jsonl',
    ],
    load: machine.journalVerify,
  },
  {
    name: 'journal export',
    summary: 'Signs the heads of journals and appends them to a stream to keep elsewhere.',
    details: [
      'For operators. For each journal that has grown, the command writes a line of JSON with the organization, the version, the hash of the newest entry and a signature. The signing key stays the same when the root secret is replaced. Servers can keep running.',
      'With --stream, the command appends to the file, and first checks that each journal goes on from its last line. It exits with 1 if a journal was rolled back or forked, and writes no line for that journal. Without --stream, it prints all heads, for a log collector.',
    ],
    arguments: [secretFiles('default standard input')],
    flags: [
      { name: 'stream', value: 'FILE', summary: 'file to append to; created if it does not exist' },
      ...whereAndWith,
    ],
    examples: [
      'DATABASE_URL=postgres://… keywright journal export --key-file root.secret --stream heads.jsonl',
      'DATABASE_URL=postgres://… keywright journal export --key-file root.secret | logger -t keywright',
    ],
    load: machine.journalExport,
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
      { name: 'archive', value: 'FILE', summary: 'write the removed entries to this new file first' },
      {
        name: 'archive-to',
        value: 'KEY',
        isList: true,
        summary: 'public key (age1…) to encrypt the archive to, from generate holder-key',
      },
      ...whereAndWith,
    ],
    examples: [
      'DATABASE_URL=postgres://… keywright journal prune --before 2026-01-01T00:00:00Z share-1.txt share-2.txt',
    ],
    load: machine.journalPrune,
  },
  {
    name: 'journal erase',
    summary: 'Erases the name and contacts of a deleted user from activities and the journal.',
    details: [
      'For operators. The command checks the journal, then replaces the name, the email address and the phone number of the user by [erased] in finished activities of the organization and its parent, and withholds the request bodies that contain them. Hashes stay, so the journal still verifies. Servers of a deployment can keep running; stop a development server first.',
      'The command lists the tables that still contain the user. Entries of the journal can, from requests that waited for approval, from one-time codes and from earlier releases, until journal prune removes them. Backups and archives made before keep the data.',
    ],
    arguments: [secretFiles('default standard input')],
    flags: [{ name: 'user-id', value: 'ID', summary: 'a deleted user of the organization' }, ...whereAndWith],
    examples: [
      'DATABASE_URL=postgres://… keywright journal erase --organization-id ID --user-id ID --key-file root.secret',
    ],
    load: machine.journalErase,
  },
]
