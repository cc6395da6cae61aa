/** The table of commands, from which parsing, help and completions are derived. */

import type { Argument, Command, Flag } from './command.ts'
import { connectionFlags, organizationFlag, serverFlags, stateFlag } from './connectionFlags.ts'
import { machine } from './machine.ts'
import { waitFlags } from './waitFlags.ts'

/** Flags that every command accepts. */
export const sharedFlags: readonly Flag[] = [
  { name: 'json', summary: 'print one JSON document on standard output, for scripts' },
  { name: 'help', summary: 'show help' },
]

const policyFile = {
  name: 'FILE',
  summary: 'policies as JSON, or the text of one expression; - reads standard input',
  isList: true,
  completes: 'files',
} as const

const sideFlag: Flag = {
  name: 'side',
  value: 'SIDE',
  choices: ['condition', 'consensus'],
  summary: 'kind of expression in a file that is not JSON (default condition)',
}

const databaseUrlFlags: readonly Flag[] = [
  {
    name: 'database-url',
    value: 'URL',
    summary: 'URL of the PostgreSQL database, without a password (DATABASE_URL)',
    instead: 'set DATABASE_URL, or pass a file with --database-url-file',
  },
  { name: 'database-url-file', value: 'FILE', summary: 'file that contains the database URL' },
]

const operatorUrlFlag: Flag = {
  name: 'operator-url',
  value: 'URL',
  summary: 'URL of its operator port (KEYWRIGHT_OPERATOR_URL, default http://127.0.0.1:8788)',
}

const shareFlags: readonly Flag[] = [
  { name: 'shares', value: 'N', summary: 'number of shares to create, 2 to 255' },
  { name: 'threshold', value: 'M', summary: 'number of shares needed to unseal' },
  {
    name: 'holders',
    value: 'FILE',
    summary: 'file with one holder per line: a name and a public key; requires --share-folder',
  },
  {
    name: 'share-folder',
    value: 'DIR',
    summary: 'write one file per share to a new folder instead of printing the shares',
  },
]

const holderKeyFlag: Flag = {
  name: 'holder-key',
  value: 'FILE',
  isList: true,
  summary: 'private key that decrypts a share, from generate holder-key',
}

const keyFileFlag: Flag = {
  name: 'key-file',
  value: 'FILE',
  summary: 'read the root secret from this file instead of from shares',
}

/** Files with shares of the root secret. */
const secretFiles = (when: string): Argument => ({
  name: 'FILE',
  summary: `files that contain enough shares (${when})`,
  isOptional: true,
  isList: true,
})

/** A key service or a token that protects the root secret. */
const keyServiceFlags: readonly Flag[] = [
  {
    name: 'key-command',
    value: 'COMMAND',
    summary:
      'shell command that prints the root secret, such as age or a cloud KMS client (KEYWRIGHT_KEY_COMMAND)',
  },
  {
    name: 'pkcs11-module',
    value: 'FILE',
    summary: 'library of the PKCS#11 token that protects the root secret (KEYWRIGHT_PKCS11_MODULE)',
  },
  {
    name: 'pkcs11-token',
    value: 'LABEL',
    summary: 'token to use if the library has several (KEYWRIGHT_PKCS11_TOKEN)',
  },
  {
    name: 'pkcs11-key',
    value: 'LABEL',
    summary: 'AES key on the token (KEYWRIGHT_PKCS11_KEY, default keywright)',
  },
  {
    name: 'pkcs11-pin-file',
    value: 'FILE',
    summary: 'file that contains the user PIN (or set KEYWRIGHT_PKCS11_PIN to the PIN)',
  },
  {
    name: 'pkcs11-pin',
    value: 'PIN',
    summary: '',
    refused:
      'arguments are visible in process lists: set KEYWRIGHT_PKCS11_PIN, or pass a file with --pkcs11-pin-file',
  },
]

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

const snapshotName = { name: 'NAME', summary: 'name of letters, digits, - and _' } as const

export const commands: readonly Command[] = [
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
      { name: 'quiet', summary: 'do not log requests' },
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
    name: 'serve',
    summary: 'Starts a server process on PostgreSQL, sealed unless you pass a key file or a token.',
    details: [
      'Several processes can share one database. Set its URL in DATABASE_URL.',
      'The server sends emails through SMTP and posts text messages to your HTTP endpoint as JSON, with the same signature headers as a webhook. Without these settings, messages wait in the outbox and the server logs a warning.',
    ],
    flags: [
      ...databaseUrlFlags,
      { name: 'port', value: 'N', summary: 'port to listen on (default 8787)' },
      { name: 'host', value: 'ADDRESS', summary: 'address to bind (default all)' },
      {
        name: 'operator-port',
        value: 'N',
        summary:
          'loopback port for unsealing, health and metrics (KEYWRIGHT_OPERATOR_PORT, default: the next port)',
      },
      {
        name: 'migrate',
        summary:
          'run missing migrations first, for single-machine deployments; the database user must own the tables',
      },
      {
        name: 'connections',
        value: 'N',
        summary: 'maximum number of database connections of this process (KEYWRIGHT_CONNECTIONS, default 10)',
      },
      {
        name: 'drain-seconds',
        value: 'N',
        summary:
          'seconds for which /ready reports draining before the port closes on stop (KEYWRIGHT_DRAIN_SECONDS, default 0)',
      },
      { name: 'key-file', value: 'FILE', summary: 'unseal at startup with the root secret in this file' },
      ...keyServiceFlags,
      {
        name: 'tls-cert',
        value: 'FILE',
        summary: 'certificate chain in PEM; the server reloads both files when they change',
      },
      { name: 'tls-key', value: 'FILE', summary: 'private key of the certificate, in PEM' },
      {
        name: 'metrics',
        value: 'ADDRESS:PORT',
        summary: 'serve metrics at a separate address, for a collector on another machine',
      },
      {
        name: 'smtp-url-file',
        value: 'FILE',
        summary:
          'file that contains the SMTP URL, such as smtps://user:password@host:465 (KEYWRIGHT_SMTP_URL)',
      },
      {
        name: 'mail-from',
        value: 'SENDER',
        summary: 'sender of emails, such as Keywright <no-reply@example.com> (KEYWRIGHT_MAIL_FROM)',
      },
      { name: 'sms-url', value: 'URL', summary: 'endpoint that receives text messages (KEYWRIGHT_SMS_URL)' },
      {
        name: 'rate-limit',
        value: 'N',
        summary:
          'maximum requests per second from one address, then 429 (KEYWRIGHT_RATE_LIMIT, default no limit)',
      },
      {
        name: 'organization-rate-limit',
        value: 'N',
        summary:
          'maximum requests per second of one organization across all processes (KEYWRIGHT_ORGANIZATION_RATE_LIMIT, default no limit)',
      },
      {
        name: 'organization-storage',
        value: 'MIB',
        summary:
          'maximum MiB that one organization can store within 24 hours, then 429 (KEYWRIGHT_ORGANIZATION_STORAGE, default 8192)',
      },
      {
        name: 'sub-organization-storage',
        value: 'MIB',
        summary:
          'maximum MiB that one sub-organization can store within 24 hours, then 429 (KEYWRIGHT_SUB_ORGANIZATION_STORAGE, default 1024)',
      },
      {
        name: 'user-storage',
        value: 'MIB',
        summary:
          'maximum MiB that one user can store without a grant within 24 hours, then 429 (KEYWRIGHT_USER_STORAGE, default 8)',
      },
      {
        name: 'webhook-header-prefix',
        value: 'PREFIX',
        summary:
          'prefix of the signature headers of webhooks (KEYWRIGHT_WEBHOOK_HEADER_PREFIX, default x-keywright)',
      },
      {
        name: 'address-header',
        value: 'NAME',
        summary:
          'header in which your proxy sends the client address, such as x-forwarded-for (KEYWRIGHT_ADDRESS_HEADER)',
      },
      {
        name: 'proxies',
        value: 'ADDRESSES',
        summary:
          'comma-separated addresses of proxies on other machines, which may open more than 100 connections (KEYWRIGHT_PROXIES)',
      },
      {
        name: 'smtp-url',
        value: 'URL',
        summary: '',
        refused:
          'the URL contains a password, and arguments are visible in process lists: set KEYWRIGHT_SMTP_URL, or pass a file with --smtp-url-file',
      },
    ],
    examples: [
      'DATABASE_URL=postgres://… keywright serve',
      'keywright serve --database-url-file db.url --key-file /run/secrets/root --tls-cert tls.crt --tls-key tls.key',
      'KEYWRIGHT_PKCS11_PIN=… keywright serve --pkcs11-module /usr/lib/softhsm/libsofthsm2.so',
    ],
    onInterrupt: 'handles',
    load: machine.serve,
  },
  {
    name: 'init',
    summary: 'Creates the root secret and the first organization of a deployment, once per database.',
    details: [
      'The root secret is split into shares, written to a key file, or encrypted by a PKCS#11 token. With a token, you can create shares as well, in case the token fails.',
      'Shares are printed once or written to files. With --holders, each file is encrypted (age) to the key of its holder, so that only the holder can read the share.',
    ],
    flags: [
      ...databaseUrlFlags,
      ...shareFlags,
      {
        name: 'key-file',
        value: 'FILE',
        summary: 'write the root secret to this new file instead of splitting it into shares',
      },
      ...keyServiceFlags,
      {
        name: 'again',
        summary: 'empty a database whose shares were lost before any server was unsealed with them',
      },
      {
        name: 'organization-name',
        value: 'NAME',
        summary: 'name of the first organization (default Organization)',
      },
      { name: 'user-name', value: 'NAME', summary: 'name of its root user (default Root user)' },
      { name: 'user-email', value: 'EMAIL', summary: 'email address of the root user' },
      {
        name: 'api-public-key',
        value: 'HEX',
        summary: 'public P-256 API key of the root user (KEYWRIGHT_API_PUBLIC_KEY)',
      },
    ],
    examples: [
      'keywright init --shares 5 --threshold 3 --api-public-key 02…',
      'keywright init --threshold 2 --holders holders.txt --share-folder shares --api-public-key 02…',
    ],
    onInterrupt: 'finishes',
    load: machine.init,
  },
  {
    name: 'unseal',
    summary: 'Submits shares to a server on this machine, to unseal it or to confirm new shares.',
    details: [
      'Shares are read from files or standard input, never from arguments.',
      'New shares from reshare take effect once a threshold of them has been submitted to a server, sealed or unsealed.',
    ],
    arguments: [
      {
        name: 'FILE',
        summary: 'files that contain shares (default standard input)',
        isOptional: true,
        isList: true,
      },
    ],
    flags: [
      holderKeyFlag,
      { name: 'discard', summary: 'discard the shares that the server has received so far' },
      operatorUrlFlag,
    ],
    examples: [
      'keywright unseal share-2.txt',
      'keywright unseal shares/alice.age --holder-key alice.key',
      'age --decrypt --identity alice.key shares/alice.age | keywright unseal',
    ],
    load: machine.unseal,
  },
  {
    name: 'seal',
    summary: 'Seals a server on this machine: the server discards the root secret.',
    details: [
      'The server rejects all calls until it is unsealed again. Other processes on the same database keep running. Secrets can remain in the memory of the process until the memory is reused; stop the process to be certain.',
    ],
    flags: [operatorUrlFlag],
    examples: ['keywright seal'],
    load: machine.seal,
  },
  {
    name: 'reshare',
    summary: 'Creates new shares of the root secret, which replace the old ones once confirmed.',
    details: [
      'The old shares stay valid until a threshold of the new shares has been submitted to a server with unseal. Until then, running reshare again replaces the new shares, and --abort discards them.',
    ],
    arguments: [
      {
        name: 'FILE',
        summary: 'files that contain enough old shares (default standard input)',
        isOptional: true,
        isList: true,
      },
    ],
    flags: [
      ...databaseUrlFlags,
      ...shareFlags,
      holderKeyFlag,
      keyFileFlag,
      ...keyServiceFlags,
      { name: 'abort', summary: 'discard new shares that are not confirmed yet' },
    ],
    examples: [
      'keywright reshare share-1.txt share-2.txt share-4.txt --shares 5 --threshold 3',
      'keywright reshare shares/alice.age shares/bob.age --holder-key alice.key --holder-key bob.key --threshold 2 --holders holders.txt --share-folder new-shares',
    ],
    onInterrupt: 'finishes',
    load: machine.reshare,
  },
  {
    name: 'mcp',
    summary: 'Starts an MCP server, so that agents can read the documentation and run calls.',
    details: [
      'For coding agents and other clients of the Model Context Protocol. Without --port, the server uses standard input and output, as MCP clients expect. It needs no network, and its engine is discarded at the end of the conversation.',
    ],
    flags: [
      { name: 'port', value: 'N', summary: 'use HTTP on this loopback port instead; 0 picks a free port' },
      {
        name: 'docs',
        value: 'FILE',
        summary: 'llms-full.txt to read instead, such as the file of another version',
      },
    ],
    examples: ['keywright mcp', 'keywright mcp --port 8790'],
    onInterrupt: 'handles',
    load: machine.mcp,
  },
  {
    name: 'migrate',
    summary: 'Creates or updates the tables of a database for this release.',
    details: [
      'Connect as the owner of the tables. Servers of this release do not start without these migrations. Running servers of the previous release keep working, unless the changelog says that you must stop them first.',
      'Databases from releases without row MACs need --add-macs once, with the root secret and with all servers stopped. The command checks each journal and then adds MACs to the rows in their current state. If a server rejects a row, find out who changed the row before you use --add-macs.',
    ],
    arguments: [secretFiles('with --add-macs')],
    flags: [
      ...databaseUrlFlags,
      { name: 'plan', summary: 'print the missing statements without running them' },
      { name: 'add-macs', summary: 'add MACs to the rows of organizations without MACs' },
      holderKeyFlag,
      keyFileFlag,
      ...keyServiceFlags,
    ],
    examples: [
      'keywright migrate --plan',
      'keywright migrate',
      'keywright migrate --add-macs share-1.txt share-2.txt share-4.txt',
    ],
    onInterrupt: 'finishes',
    load: machine.migrate,
  },
  {
    name: 'backup',
    summary: 'Writes the database of a deployment to a new file while servers keep running.',
    details: [
      'The file is a consistent snapshot. Keys are encrypted under the root secret, which the file does not contain: to use a restored database, you need the shares, the key file or the token from the time of the backup. Names and email addresses are not encrypted, so the file is readable only by you.',
    ],
    arguments: [{ name: 'FILE', summary: 'new backup file', completes: 'files' }],
    flags: databaseUrlFlags,
    examples: ['DATABASE_URL=postgres://… keywright backup keywright-2026-11-22.backup'],
    onInterrupt: 'finishes',
    load: machine.backup,
  },
  {
    name: 'restore',
    summary: 'Restores a backup into a new database in one transaction.',
    details: [
      'Credentials revoked after the backup are valid again, and messages that were waiting at the time of the backup are sent again.',
    ],
    arguments: [{ name: 'FILE', summary: 'backup file from keywright backup', completes: 'files' }],
    flags: databaseUrlFlags,
    examples: ['DATABASE_URL=postgres://… keywright restore keywright-2026-11-22.backup'],
    onInterrupt: 'finishes',
    load: machine.restore,
  },
  {
    name: 'generate api-key',
    summary: 'Generates an API key pair and prints it as KEYWRIGHT_ settings.',
    details: [
      'Register the public key with create_api_keys. The private key is shown only once; with --out, it is written to a file that only you can read.',
    ],
    flags: [
      {
        name: 'curve',
        value: 'CURVE',
        choices: ['p256', 'secp256k1', 'ed25519'],
        summary: 'curve of the key (default p256)',
      },
      { name: 'out', value: 'FILE', summary: 'write the private key to a new file instead of printing it' },
    ],
    examples: ['keywright generate api-key', 'keywright generate api-key --curve ed25519 --out root.key'],
    load: () => import('./commands/generateApiKey.ts'),
  },
  {
    name: 'generate target-key',
    summary: 'Generates a target key pair, to which exports and credentials are encrypted.',
    details: ['Send the public key as targetPublicKey. Pass the private key to keywright bundle open.'],
    flags: [
      { name: 'out', value: 'FILE', summary: 'write the private key to a new file instead of printing it' },
    ],
    examples: ['keywright generate target-key --out target.key'],
    load: () => import('./commands/generateTargetKey.ts'),
  },
  {
    name: 'generate holder-key',
    summary: 'Generates a key pair for a share holder and prints the public key.',
    details: ['The key is in age format: age can decrypt the share, and keys from age-keygen work too.'],
    arguments: [{ name: 'FILE', summary: 'new file for the private key', completes: 'files' }],
    examples: ['keywright generate holder-key alice.key'],
    load: machine.generateHolderKey,
  },
  {
    name: 'whoami',
    summary: 'Shows the user and the organization that the API key belongs to.',
    flags: connectionFlags,
    examples: ['keywright whoami'],
    load: () => import('./commands/whoami.ts'),
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
    load: () => import('./commands/request.ts'),
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
    load: () => import('./commands/sign.ts'),
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
    load: () => import('./commands/verify.ts'),
  },
  {
    name: 'passkey create',
    summary: 'Creates a software passkey and prints the parameters that register it.',
    details: [
      'For development and scripts. The output is an element of authenticators in create_sub_organization and create_authenticators. The private key is written to FILE, which only you can read; use it with passkey stamp.',
    ],
    arguments: [{ name: 'FILE', summary: 'new file for the passkey', completes: 'files' }],
    flags: [
      { name: 'name', value: 'NAME', summary: 'name of the authenticator (default passkey)' },
      { name: 'origin', value: 'ORIGIN', summary: 'origin of the page (default https://app.example.com)' },
      { name: 'rp-id', value: 'ID', summary: 'relying party ID (default: the host of the origin)' },
      { name: 'challenge', value: 'BASE64URL', summary: 'challenge to sign (default random)' },
    ],
    examples: ['keywright passkey create alice.passkey > authenticator.json'],
    load: () => import('./commands/passkeyCreate.ts'),
  },
  {
    name: 'passkey stamp',
    summary: 'Stamps a body with a passkey and prints the value of the X-Stamp-WebAuthn header.',
    arguments: [
      { name: 'FILE', summary: 'passkey file from passkey create', completes: 'files' },
      { name: 'BODY', summary: 'body, @FILE, or -; exactly the bytes that you will post' },
    ],
    examples: ['keywright passkey stamp alice.passkey @body.json'],
    load: () => import('./commands/passkeyStamp.ts'),
  },
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
  {
    name: 'wallets list',
    summary: 'Lists the wallets of the organization.',
    flags: [...connectionFlags, { name: 'accounts', summary: 'include accounts with path and address' }],
    examples: ['keywright wallets list --accounts'],
    load: () => import('./commands/walletsList.ts'),
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
    load: () => import('./commands/walletsCreate.ts'),
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
    load: () => import('./commands/activitiesList.ts'),
  },
  {
    name: 'activities show',
    summary: 'Shows an activity with its parameters, votes and result.',
    arguments: [{ name: 'ACTIVITY', summary: 'ID of the activity' }],
    flags: connectionFlags,
    examples: ['keywright activities show 7c3b8f0e-5d0a-4e0b-9a43-2f1d6f6f1a10'],
    load: () => import('./commands/activitiesShow.ts'),
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
    load: () => import('./commands/activitiesApprove.ts'),
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
    load: () => import('./commands/activitiesReject.ts'),
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
    load: () => import('./commands/activitiesWatch.ts'),
  },
  {
    name: 'policy check',
    summary: 'Checks policies for syntax errors, type errors and common mistakes.',
    details: [
      'A file contains one policy, a list of policies or the parameters of create_policies as JSON, or a single expression.',
    ],
    arguments: [policyFile],
    flags: [sideFlag, { name: 'strict', summary: 'exit with 1 for common mistakes, too' }],
    examples: ['keywright policy check policies.json', 'echo "eth.tx.value <= 5" | keywright policy check -'],
    load: () => import('./commands/policyCheck.ts'),
  },
  {
    name: 'policy explain',
    summary: 'Explains how policies decide a request and what would change the outcome.',
    details: [
      'With --request, policies and request come from files. `request` contains the values that conditions read (activity, wallet, eth …). `users`, `approvers`, `rejecters` and `rootQuorum` describe the users and their votes.',
      'With --activity, --body or --transaction, the server collects the data for the decision without running the request. Pass POLICIES to try different policies. If the server rejects the request before it evaluates policies, the command shows the error.',
      'The exit code is 0 only if the request is allowed.',
    ],
    arguments: [{ ...policyFile, name: 'POLICIES', isList: false, isOptional: true }],
    flags: [
      { name: 'request', value: 'FILE', summary: 'request and approvers, as JSON' },
      { name: 'activity', value: 'ID', summary: 'existing activity with its votes' },
      { name: 'body', value: 'JSON', summary: 'body of a submit, @FILE, or -' },
      { name: 'transaction', value: 'HEX', summary: 'unsigned transaction, @FILE, or -' },
      { name: 'sign-with', value: 'ADDRESS', summary: 'with --transaction: address of the signing account' },
      {
        name: 'chain',
        value: 'CHAIN',
        choices: ['ethereum', 'solana', 'bitcoin'],
        summary: 'with --transaction: chain of the transaction (default ethereum)',
      },
      ...connectionFlags,
    ],
    examples: [
      'keywright policy explain policies.json --request transfer.json',
      'keywright policy explain --activity 7c3b8f0e-5d0a-4e0b-9a43-2f1d6f6f1a10',
      'keywright policy explain --transaction 02e8… --sign-with 0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
    ],
    load: () => import('./commands/policyExplain.ts'),
  },
  {
    name: 'policy test',
    summary: 'Runs policy tests: requests with their expected decisions.',
    details: [
      'A test file has `policies` (a list, or the path of a policy file relative to the test file), the values that all cases share (users, rootQuorum …), and `cases`. Each case has `name`, `request`, `approvers` and `expect`: ALLOWED, CONSENSUS_NEEDED, DENIED or REJECTED.',
    ],
    arguments: [{ name: 'FILE', summary: 'test files', isList: true, completes: 'files' }],
    examples: ['keywright policy test policies.test.json'],
    load: () => import('./commands/policyTest.ts'),
  },
  {
    name: 'policy fmt',
    summary: 'Formats policy expressions in canonical form.',
    arguments: [policyFile],
    flags: [
      { name: 'write', summary: 'update the files instead of printing the result' },
      { name: 'check', summary: 'list the files that would change, and exit with 1 if there are any' },
    ],
    examples: ['keywright policy fmt policies.json --write', 'keywright policy fmt policies.json --check'],
    load: () => import('./commands/policyFmt.ts'),
  },
  {
    name: 'stamp verify',
    summary: 'Checks a stamp against its body and shows the byte or step that is wrong.',
    details: ['Pass the body exactly as received, byte for byte.'],
    arguments: [
      { name: 'STAMP', summary: 'value of the X-Stamp header, @FILE, or -' },
      { name: 'BODY', summary: 'body, @FILE, or -', canBeEmpty: true },
    ],
    examples: ['keywright stamp verify eyJwdWJsaWNLZXki… @body.json'],
    load: () => import('./commands/stampVerify.ts'),
  },
  {
    name: 'bundle open',
    summary: 'Decrypts a credential bundle or an export bundle with a target key.',
    details: [
      'The content is secret, so the command shows it only with --reveal, or writes it with --out to a file that only you can read. Before it decrypts an export bundle, the command verifies the signature against the signer and the organization.',
    ],
    arguments: [
      {
        name: 'BUNDLE',
        summary: 'bundle, @FILE, or -; or the whole response with the bundle, as printed by request --json',
      },
    ],
    flags: [
      {
        name: 'target-key-file',
        value: 'FILE',
        summary: 'file that contains the private target key (KEYWRIGHT_TARGET_PRIVATE_KEY)',
      },
      {
        name: 'signer-public-key',
        value: 'HEX',
        summary: "public key of the server's signer, for export bundles (KEYWRIGHT_SIGNER_PUBLIC_KEY)",
      },
      organizationFlag,
      ...serverFlags,
      { name: 'out', value: 'FILE', summary: 'write the secret to a new file' },
      { name: 'reveal', summary: 'print the secret' },
    ],
    examples: ['keywright bundle open @export.json --target-key-file target.key --out phrase.txt'],
    load: () => import('./commands/bundleOpen.ts'),
  },
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
    load: () => import('./commands/inbox.ts'),
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
    load: () => import('./commands/clock.ts'),
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
    load: () => import('./commands/token.ts'),
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
    load: () => import('./commands/requests.ts'),
  },
  {
    name: 'bundle seal',
    summary:
      'Encrypts a mnemonic, a private key or a one-time code to an import or OTP bundle of the server.',
    details: [
      'Pass the importBundle from init_import_wallet or init_import_private_key. The command prints the encryptedBundle for import_wallet or import_private_key. The secret is never passed as an argument.',
    ],
    arguments: [
      {
        name: 'BUNDLE',
        summary: 'bundle, @FILE, or -; or the whole response with the bundle, as printed by request --json',
      },
      { name: 'SECRET', summary: '@FILE, or - for standard input' },
    ],
    flags: [
      {
        name: 'kind',
        value: 'KIND',
        choices: ['phrase', 'key', 'solana-key', 'code'],
        summary: 'kind of secret (default phrase)',
      },
      { name: 'public-key', value: 'HEX', summary: 'with --kind code: public key to verify with the code' },
      {
        name: 'user-id',
        value: 'ID',
        summary: 'user who imports the secret (default: the user of the API key)',
      },
      {
        name: 'signer-public-key',
        value: 'HEX',
        summary: "public key of the server's signer (KEYWRIGHT_SIGNER_PUBLIC_KEY)",
      },
      ...connectionFlags,
    ],
    examples: [
      'keywright bundle seal @import.json @phrase.txt',
      'keywright bundle seal @import.json - --kind key < key.hex',
    ],
    load: () => import('./commands/bundleSeal.ts'),
  },
  {
    name: 'snapshot list',
    summary: 'Lists the snapshots of a development server.',
    flags: serverFlags,
    examples: ['keywright snapshot list'],
    load: () => import('./commands/snapshotList.ts'),
  },
  {
    name: 'snapshot save',
    summary: 'Saves the whole state of a development server as a named snapshot.',
    arguments: [snapshotName],
    flags: serverFlags,
    examples: ['keywright snapshot save before-migration'],
    load: () => import('./commands/snapshotSave.ts'),
  },
  {
    name: 'snapshot restore',
    summary: 'Restores a snapshot and discards all later changes.',
    arguments: [snapshotName],
    flags: serverFlags,
    examples: ['keywright snapshot restore before-migration'],
    load: () => import('./commands/snapshotRestore.ts'),
  },
  {
    name: 'snapshot remove',
    summary: 'Deletes a snapshot.',
    arguments: [snapshotName],
    flags: serverFlags,
    examples: ['keywright snapshot remove before-migration'],
    load: () => import('./commands/snapshotRemove.ts'),
  },
  {
    name: 'snapshot export',
    summary: 'Writes the whole state to a file that another server can import.',
    arguments: [{ name: 'FILE', summary: 'new file; it contains the private keys', completes: 'files' }],
    flags: serverFlags,
    examples: ['keywright snapshot export state.json'],
    load: () => import('./commands/snapshotExport.ts'),
  },
  {
    name: 'snapshot import',
    summary: 'Replaces the state of the server with the state in a file.',
    arguments: [{ name: 'FILE', summary: 'file from snapshot export', completes: 'files' }],
    flags: serverFlags,
    examples: ['keywright snapshot import state.json'],
    load: () => import('./commands/snapshotImport.ts'),
  },
  {
    name: 'doctor',
    summary: 'Checks versions, settings, keys, server, clock and port, and suggests fixes.',
    flags: [...connectionFlags, { name: 'port', value: 'N', summary: 'port that keywright dev will use' }],
    examples: ['keywright doctor'],
    load: machine.doctor,
  },
  {
    name: 'completions',
    summary: 'Prints a completion script for a shell.',
    arguments: [{ name: 'SHELL', summary: 'shell', choices: ['bash', 'zsh', 'fish'] }],
    examples: [
      'keywright completions bash > ~/.local/share/bash-completion/completions/keywright',
      'keywright completions zsh > ~/.zfunc/_keywright',
      'keywright completions fish > ~/.config/fish/completions/keywright.fish',
    ],
    load: () => import('./commands/completions.ts'),
  },
]
