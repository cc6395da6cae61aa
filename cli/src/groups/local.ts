/** Commands that run a server on this machine. */

import type { Command } from '../command.ts'
import { connectionFlags } from '../connectionFlags.ts'
import { machine } from '../machine.ts'

export const local: readonly Command[] = [
  {
    name: 'dev',
    summary: 'Starts a local development server on loopback and prints the settings for your app.',
    details: [
      'The server keeps its state in a folder and continues from it at the next start. Email, text messages, the test issuer, the clock, faults and snapshots are available under /dev.',
    ],
    flags: [
      { name: 'port', value: 'N', summary: 'port to listen on (default 8787; 0 picks a free port)' },
      {
        name: 'host',
        value: 'ADDRESS',
        summary: 'address to bind (default 127.0.0.1); other addresses require --allowed-hosts',
      },
      {
        name: 'allowed-hosts',
        value: 'LIST',
        summary:
          'comma-separated host names that other machines may use; requests to other hosts are rejected',
      },
      { name: 'state', value: 'DIR', summary: 'state folder (KEYWRIGHT_STATE, default ./.keywright)' },
      {
        name: 'write-env',
        value: 'FILE',
        summary: 'also write the settings to this file, such as .env.local; its other lines are kept',
      },
      {
        name: 'env-file',
        value: 'FILE',
        summary: 'same as --write-env; Node 20 reads this flag itself and stops if the file does not exist',
      },
      { name: 'fresh', summary: 'start from an empty state' },
      { name: 'seed', value: 'N', summary: 'use the same keys, IDs and clock at every start' },
      {
        name: 'examples',
        summary: 'start with the organizations, users and wallets that the documentation uses',
      },
      {
        name: 'database-url',
        value: 'URL',
        summary: 'keep the state in this PostgreSQL database instead of a folder; without a password',
        instead: 'pass a file with --database-url-file',
      },
      { name: 'database-url-file', value: 'FILE', summary: 'file that contains the database URL' },
      {
        name: 'fault',
        value: 'FAULT',
        isList: true,
        summary: 'inject a fault, such as create_wallet:status=503:times=2 or *:latency=500',
      },
      { name: 'quiet', summary: 'log only errors, no requests' },
    ],
    examples: [
      'keywright dev',
      'keywright dev --seed 1 --fresh --port 4000',
      'keywright dev --examples',
      'keywright dev --host 0.0.0.0 --allowed-hosts keywright,localhost',
    ],
    onInterrupt: 'handles',
    load: machine.dev,
  },
  {
    name: 'exec',
    summary: 'Starts a temporary local server, runs a program against it, and stops the server.',
    details: [
      'The server listens on a free port and discards its state at the end. The program gets its settings from the environment variables that keywright dev prints. Signals are forwarded to the program, and the command exits with the program’s exit code.',
    ],
    arguments: [
      {
        name: 'PROGRAM',
        summary: 'program to run, with its arguments, after --',
        isList: true,
        canBeEmpty: true,
      },
    ],
    flags: [{ name: 'seed', value: 'N', summary: 'use the same keys, IDs and clock at every start' }],
    examples: ['keywright exec -- npm test', 'keywright exec --seed 1 -- node --test'],
    onInterrupt: 'handles',
    load: machine.exec,
  },
  {
    name: 'conformance',
    summary: 'Scores a client in any language by the requests that it sends to a local server.',
    details: [
      'The program is an adapter: it reads instructions from standard input, runs them with the client, and writes one line of JSON per result. The protocol and an example are in conformance/README.md in the repository.',
      'The command starts a server for the run. The server records every request byte for byte and injects faults into some responses.',
    ],
    arguments: [
      {
        name: 'PROGRAM',
        summary: 'command that runs the adapter, with its arguments, after --',
        isList: true,
        isOptional: true,
      },
    ],
    flags: [
      {
        name: 'only',
        value: 'CHECK',
        isList: true,
        summary: 'run only this check or group of checks; repeat the flag for several',
      },
      { name: 'list', summary: 'list the checks, what each requires, and the source of the requirement' },
    ],
    examples: [
      'keywright conformance -- node adapter.mjs',
      'keywright conformance --only retries --only stamp-p256 -- ruby adapter.rb',
      'keywright conformance --json -- node adapter.mjs > score.json',
      'keywright conformance --list',
    ],
    onInterrupt: 'handles',
    load: machine.conformance,
  },
  {
    name: 'mcp',
    summary: 'Starts an MCP server, so that agents can read the documentation and run calls.',
    details: [
      'For coding agents and other clients of the Model Context Protocol. Without --port, the server uses standard input and output, as MCP clients expect. It needs no network, and its engine is discarded at the end of the conversation.',
      'With --server, agents run calls on that server instead, in the name of the user whose API key is configured: queries only, unless you pass --allow-writes. Policies of the organization decide about every write, so the key must not belong to the root quorum.',
    ],
    flags: [
      { name: 'server', value: 'URL', summary: 'run calls on this server instead of a temporary engine' },
      { name: 'allow-writes', summary: 'send submits to the server too; its policies decide' },
      ...connectionFlags.filter(({ name }) => name !== 'base-url'),
      { name: 'port', value: 'N', summary: 'use HTTP on this loopback port instead; 0 picks a free port' },
      {
        name: 'docs',
        value: 'FILE',
        summary: 'llms-full.txt to read instead, such as the file of another version',
      },
    ],
    examples: ['keywright mcp', 'keywright mcp --port 8790', 'keywright mcp --server https://keys.example'],
    onInterrupt: 'handles',
    load: machine.mcp,
  },
]
