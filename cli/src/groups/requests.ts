/** Commands that send requests and check signatures. */

import type { Command, Flag } from '../command.ts'
import { connectionFlags } from '../connectionFlags.ts'
import { waitFlags } from '../waitFlags.ts'

const payloadFlags: readonly Flag[] = [
  {
    name: 'encoding',
    value: 'ENCODING',
    choices: ['text', 'hex', 'eip712', 'eip7702'],
    summary: 'encoding of the payload (default text)',
  },
  {
    name: 'hash',
    value: 'HASH',
    choices: ['keccak256', 'sha256', 'none', 'not-applicable'],
    summary: 'hash function to apply before signing',
  },
  { name: 'eip191', summary: 'add the EIP-191 prefix and hash with keccak256, as personal_sign does' },
  { name: 'eip712', summary: 'treat the payload as typed data (JSON); same as --encoding eip712' },
]

export const requests: readonly Command[] = [
  {
    name: 'whoami',
    summary: 'Shows the user and the organization that the API key belongs to.',
    flags: connectionFlags,
    examples: ['keywright whoami'],
    load: () => import('../commands/whoami.ts'),
  },
  {
    name: 'request',
    summary: 'Stamps and sends any call and prints the response.',
    details: [
      'For a query, pass its filters as the body. For a submit, pass its parameters; the command adds type, timestampMs and organizationId. A body that already has these fields is sent byte for byte, so you can safely retry by sending the same file again.',
      'The body is validated before it is sent, and each invalid field is reported with its path.',
    ],
    arguments: [
      {
        name: 'CALL',
        summary: 'name, such as create_wallet, path, or activity type',
        completes: 'calls',
      },
      { name: 'BODY', summary: 'JSON, @FILE, or - for standard input (default {})', isOptional: true },
    ],
    flags: [
      ...connectionFlags,
      {
        name: 'type',
        value: 'TYPE',
        summary: 'activity type to use, such as an older version (default the newest)',
      },
      {
        name: 'renew',
        summary:
          'replace the timestamp and the organization in the body with the current time and your organization',
      },
      {
        name: 'dry-run',
        summary: 'print the stamp, the digest and a curl command without sending the request',
      },
      { name: 'no-check', summary: 'send the body even if it is invalid' },
    ],
    examples: [
      'keywright request whoami',
      'keywright request list_activities \'{"filterByStatus":["ACTIVITY_STATUS_CONSENSUS_NEEDED"]}\'',
      'keywright request create_wallet @wallet.json --dry-run',
      'keywright request create_sub_organization @body-of-the-quickstart.json --renew',
    ],
    load: () => import('../commands/request.ts'),
  },
  {
    name: 'sign',
    summary: 'Signs a message or a transaction with a wallet account or a private key.',
    details: [
      'Without --hash, the command uses keccak256 for addresses that start with 0x, not-applicable for Solana addresses, and sha256 for all others.',
      'The command prints the signature as r, s and v, and as the 65 bytes that wallets and contracts expect: r, s, and 27 or 28.',
    ],
    arguments: [
      { name: 'SIGN-WITH', summary: 'address of a wallet account, or address or ID of a private key' },
      { name: 'PAYLOAD', summary: 'text, @FILE, or - for standard input', canBeEmpty: true },
    ],
    flags: [
      ...connectionFlags,
      ...payloadFlags,
      {
        name: 'transaction',
        value: 'CHAIN',
        choices: ['ethereum', 'solana', 'bitcoin'],
        summary: 'treat the payload as an unsigned transaction of this chain, in hex',
      },
      ...waitFlags,
    ],
    examples: [
      "keywright sign 0x9858EfFD232B4033E47d90003D41EC34EcaEda94 'hello' --eip191",
      'keywright sign 0x9858EfFD232B4033E47d90003D41EC34EcaEda94 @order.json --eip712 --wait',
      'keywright sign 0x9858EfFD232B4033E47d90003D41EC34EcaEda94 02e8… --transaction ethereum',
    ],
    load: () => import('../commands/sign.ts'),
  },
  {
    name: 'verify',
    summary: 'Checks a signature against the payload and the expected signer.',
    details: [
      'Pass the payload and the flags as you passed them to sign. To check against an address, the command recovers the public key, which requires the v of the signature. A public key or a Solana address doesn’t need v.',
    ],
    arguments: [
      { name: 'SIGNER', summary: 'address, or public key in hex' },
      { name: 'PAYLOAD', summary: 'text, @FILE, or - for standard input', canBeEmpty: true },
      { name: 'SIGNATURE', summary: '64 or 65 bytes in hex' },
    ],
    flags: payloadFlags,
    examples: ["keywright verify 0x9858EfFD232B4033E47d90003D41EC34EcaEda94 'hello' 0x… --eip191"],
    load: () => import('../commands/verify.ts'),
  },
  {
    name: 'wallets list',
    summary: 'Lists the wallets of the organization.',
    flags: [...connectionFlags, { name: 'accounts', summary: 'include accounts with path and address' }],
    examples: ['keywright wallets list --accounts'],
    load: () => import('../commands/walletsList.ts'),
  },
  {
    name: 'wallets create',
    summary: 'Creates a wallet with one account per address format.',
    arguments: [{ name: 'NAME', summary: 'name of the wallet' }],
    flags: [
      ...connectionFlags,
      {
        name: 'account',
        value: 'FORMAT[:PATH]',
        isList: true,
        summary: 'account to create, such as ethereum, solana or bitcoin_mainnet_p2wpkh (default ethereum)',
      },
      {
        name: 'words',
        value: 'N',
        choices: ['12', '15', '18', '21', '24'],
        summary: 'number of words in the mnemonic (default 12)',
      },
    ],
    examples: [
      'keywright wallets create treasury',
      "keywright wallets create treasury --account ethereum --account \"solana:m/44'/501'/1'/0'\"",
    ],
    load: () => import('../commands/walletsCreate.ts'),
  },
  {
    name: 'activities list',
    summary: 'Lists activities, newest first.',
    flags: [
      ...connectionFlags,
      {
        name: 'status',
        value: 'STATUS',
        isList: true,
        choices: ['created', 'pending', 'completed', 'failed', 'consensus_needed', 'rejected'],
        summary: 'show only activities with this status',
      },
      { name: 'type', value: 'TYPE', isList: true, summary: 'show only activities of this type' },
      { name: 'limit', value: 'N', summary: 'number of activities, 1 to 100 (default 10)' },
    ],
    examples: ['keywright activities list --status consensus_needed'],
    load: () => import('../commands/activitiesList.ts'),
  },
  {
    name: 'activities show',
    summary: 'Shows an activity with its parameters, votes and result.',
    arguments: [{ name: 'ACTIVITY', summary: 'ID of the activity' }],
    flags: connectionFlags,
    examples: ['keywright activities show 7c3b8f0e-5d0a-4e0b-9a43-2f1d6f6f1a10'],
    load: () => import('../commands/activitiesShow.ts'),
  },
  {
    name: 'activities approve',
    summary: 'Approves an activity that needs consensus.',
    arguments: [{ name: 'ACTIVITY', summary: 'ID or fingerprint of the activity' }],
    details: [
      'The command shows the activity and asks for confirmation before it votes. It exits with 0 even if the activity needs more votes.',
    ],
    flags: [...connectionFlags, { name: 'yes', summary: 'vote without confirmation' }],
    examples: [
      'keywright activities approve 7c3b8f0e-5d0a-4e0b-9a43-2f1d6f6f1a10',
      'keywright activities approve 7c3b8f0e-5d0a-4e0b-9a43-2f1d6f6f1a10 --yes',
    ],
    load: () => import('../commands/activitiesApprove.ts'),
  },
  {
    name: 'activities reject',
    summary: 'Rejects an activity that needs consensus.',
    arguments: [{ name: 'ACTIVITY', summary: 'ID or fingerprint of the activity' }],
    details: [
      'The command shows the activity and asks for confirmation before it votes. It exits with 0 even if the activity needs more votes.',
    ],
    flags: [...connectionFlags, { name: 'yes', summary: 'vote without confirmation' }],
    examples: [
      'keywright activities reject 7c3b8f0e-5d0a-4e0b-9a43-2f1d6f6f1a10',
      'keywright activities reject 7c3b8f0e-5d0a-4e0b-9a43-2f1d6f6f1a10 --yes',
    ],
    load: () => import('../commands/activitiesReject.ts'),
  },
  {
    name: 'activities watch',
    summary: 'Prints status changes of one activity until it is final, or of all until interrupted.',
    arguments: [{ name: 'ACTIVITY', summary: 'ID of the activity to watch (default all)', isOptional: true }],
    flags: [
      ...connectionFlags,
      { name: 'interval', value: 'SECONDS', summary: 'polling interval (default 1)' },
      { name: 'timeout', value: 'SECONDS', summary: 'stop after this time (default never)' },
    ],
    examples: [
      'keywright activities watch 7c3b8f0e-5d0a-4e0b-9a43-2f1d6f6f1a10 --timeout 60',
      'keywright activities watch --json',
    ],
    onInterrupt: 'handles',
    load: () => import('../commands/activitiesWatch.ts'),
  },
]
