/** Commands that control a development server. */

import type { Command } from '../command.ts'
import { serverFlags } from '../connectionFlags.ts'
import { machine } from '../machine.ts'

const snapshotName = { name: 'NAME', summary: 'name of letters, digits, - and _' } as const

export const development: readonly Command[] = [
  {
    name: 'inbox',
    summary: 'Shows emails and text messages that a development server sent, newest first.',
    flags: [
      ...serverFlags,
      { name: 'to', value: 'ADDRESS', summary: 'show only messages to this address or number' },
      { name: 'kind', value: 'KIND', choices: ['mail', 'sms'], summary: 'show only messages of this kind' },
      { name: 'limit', value: 'N', summary: 'number of messages, 1 to 1,000 (default 10)' },
      { name: 'wait', summary: 'wait for a new message and show it' },
      { name: 'after', value: 'ID', summary: 'with --wait: treat messages after this message as new' },
      { name: 'timeout', value: 'SECONDS', summary: 'with --wait: stop after this time (default 60)' },
      { name: 'clear', summary: 'delete all messages' },
    ],
    examples: ['keywright inbox --to alice@example.com --limit 1', 'keywright inbox --wait --json'],
    onInterrupt: 'handles',
    load: () => import('../commands/inbox.ts'),
  },
  {
    name: 'clock',
    summary: 'Shows or changes the clock of a development server.',
    arguments: [
      {
        name: 'ACTION',
        summary: 'action (default show)',
        isOptional: true,
        choices: ['show', 'advance', 'set', 'freeze', 'resume'],
      },
      {
        name: 'VALUE',
        summary: 'advance: a duration, such as 1h30m; set: a time in the future',
        isOptional: true,
      },
    ],
    flags: serverFlags,
    examples: [
      'keywright clock',
      'keywright clock advance 15m',
      'keywright clock set 2030-01-01T00:00:00Z',
      'keywright clock freeze',
    ],
    load: () => import('../commands/clock.ts'),
  },
  {
    name: 'faults',
    summary: 'Lists, sets or removes injected faults of a development server.',
    arguments: [
      {
        name: 'ACTION',
        summary: 'action (default list)',
        isOptional: true,
        choices: ['list', 'set', 'remove'],
      },
      {
        name: 'FAULT',
        summary: 'set: CALL:KIND[=VALUE][:times=N]; remove: ID of the fault',
        isOptional: true,
      },
    ],
    flags: [
      ...serverFlags,
      { name: 'organization-id', value: 'ID', summary: 'affect only requests to this organization' },
      {
        name: 'probability',
        value: 'P',
        summary: 'probability that a request is affected, above 0 and at most 1 (default 1)',
      },
    ],
    examples: [
      'keywright faults set create_wallet:status=503:times=2',
      "keywright faults set '*:latency=500' --probability 0.1",
      'keywright faults remove',
    ],
    load: machine.faults,
  },
  {
    name: 'token',
    summary: 'Issues an ID token for any identity from the test issuer of a development server.',
    flags: [
      ...serverFlags,
      { name: 'subject', value: 'NAME', summary: 'subject of the token (default alice)' },
      { name: 'email', value: 'EMAIL', summary: 'verified email address of the subject' },
      { name: 'audience', value: 'ID', summary: 'ID of the application (default keywright-development)' },
      { name: 'nonce', value: 'TEXT', summary: 'nonce, copied unchanged' },
      {
        name: 'target-public-key',
        value: 'HEX',
        summary: 'set the nonce to the hash of this key, as oauth requires',
      },
      { name: 'expires-in', value: 'SECONDS', summary: 'lifetime of the token (default 300)' },
      { name: 'claims', value: 'JSON', summary: 'additional claims as JSON, or @FILE' },
    ],
    examples: ['keywright token --subject alice --email alice@example.com --target-public-key 04…'],
    load: () => import('../commands/token.ts'),
  },
  {
    name: 'requests',
    summary: 'Lists recent requests to a development server, follows new requests, or shows one in detail.',
    details: [
      'The details of a request are its stamp check, body, response, and policy decision with reasons. Each response has the ID of its request in the X-Request-Id header.',
    ],
    arguments: [{ name: 'REQUEST', summary: 'ID of the request to show in detail', isOptional: true }],
    flags: [
      ...serverFlags,
      { name: 'limit', value: 'N', summary: 'number of requests, 1 to 1,000 (default 10)' },
      { name: 'follow', summary: 'show new requests as they arrive, until interrupted' },
    ],
    examples: ['keywright requests --follow', 'keywright requests --limit 1 --json'],
    onInterrupt: 'handles',
    load: () => import('../commands/requests.ts'),
  },
  {
    name: 'snapshot list',
    summary: 'Lists the snapshots of a development server.',
    flags: serverFlags,
    examples: ['keywright snapshot list'],
    load: () => import('../commands/snapshotList.ts'),
  },
  {
    name: 'snapshot save',
    summary: 'Saves the whole state of a development server as a named snapshot.',
    arguments: [snapshotName],
    flags: serverFlags,
    examples: ['keywright snapshot save before-migration'],
    load: () => import('../commands/snapshotSave.ts'),
  },
  {
    name: 'snapshot restore',
    summary: 'Restores a snapshot and discards all later changes.',
    arguments: [snapshotName],
    flags: serverFlags,
    examples: ['keywright snapshot restore before-migration'],
    load: () => import('../commands/snapshotRestore.ts'),
  },
  {
    name: 'snapshot remove',
    summary: 'Deletes a snapshot.',
    arguments: [snapshotName],
    flags: serverFlags,
    examples: ['keywright snapshot remove before-migration'],
    load: () => import('../commands/snapshotRemove.ts'),
  },
  {
    name: 'snapshot export',
    summary: 'Writes the whole state to a file that another server can import.',
    arguments: [{ name: 'FILE', summary: 'new file; it contains the private keys', completes: 'files' }],
    flags: serverFlags,
    examples: ['keywright snapshot export state.json'],
    load: () => import('../commands/snapshotExport.ts'),
  },
  {
    name: 'snapshot import',
    summary: 'Replaces the state of the server with the state in a file.',
    arguments: [{ name: 'FILE', summary: 'file from snapshot export', completes: 'files' }],
    flags: serverFlags,
    examples: ['keywright snapshot import state.json'],
    load: () => import('../commands/snapshotImport.ts'),
  },
]
