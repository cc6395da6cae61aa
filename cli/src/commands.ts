/** The table of commands: parsing, help and completions are made from it, nothing is said twice. */

import type { Argument, Command, Flag } from './command.ts'
import { connectionFlags, organizationFlag, serverFlags, stateFlag } from './connectionFlags.ts'
import { machine } from './machine.ts'
import { waitFlags } from './waitFlags.ts'

/** Flags of every command. */
export const sharedFlags: readonly Flag[] = [
  { name: 'json', summary: 'one JSON document on standard output, for machines' },
  { name: 'help', summary: 'says what the command does and takes' },
]

const policyFile = {
  name: 'FILE',
  summary: 'JSON of policies, or the text of one expression; - is standard input',
  isList: true,
  completes: 'files',
} as const

const sideFlag: Flag = {
  name: 'side',
  value: 'SIDE',
  choices: ['condition', 'consensus'],
  summary: 'which expression a file without JSON holds (default condition)',
}

const databaseUrlFlags: readonly Flag[] = [
  {
    name: 'database-url',
    value: 'URL',
    summary: 'the PostgreSQL database, without a password (DATABASE_URL)',
    instead: 'set DATABASE_URL, or name a file with --database-url-file',
  },
  { name: 'database-url-file', value: 'FILE', summary: 'a file with the address of the database' },
]

const operatorUrlFlag: Flag = {
  name: 'operator-url',
  value: 'URL',
  summary: 'where operators reach it (KEYWRIGHT_OPERATOR_URL, default http://127.0.0.1:8788)',
}

const shareFlags: readonly Flag[] = [
  { name: 'shares', value: 'N', summary: 'how many shares to make, 2 to 255' },
  { name: 'threshold', value: 'M', summary: 'how many of them unseal' },
  {
    name: 'holders',
    value: 'FILE',
    summary: 'who gets them, a line each: a name and a public key; needs --share-folder',
  },
  {
    name: 'share-folder',
    value: 'DIR',
    summary: 'a new folder with a file for each share, instead of printing them',
  },
]

const holderKeyFlag: Flag = {
  name: 'holder-key',
  value: 'FILE',
  isList: true,
  summary: 'the key that opens an encrypted share, as generate holder-key made it',
}

const keyFileFlag: Flag = {
  name: 'key-file',
  value: 'FILE',
  summary: 'takes the root secret from this file instead of shares',
}

/** Files with shares of the root secret. */
const secretFiles = (when: string): Argument => ({
  name: 'FILE',
  summary: `files with enough shares (${when})`,
  isOptional: true,
  isList: true,
})

const tokenFlags: readonly Flag[] = [
  {
    name: 'pkcs11-module',
    value: 'FILE',
    summary: 'keeps the root secret by a PKCS#11 token: its library (KEYWRIGHT_PKCS11_MODULE)',
  },
  {
    name: 'pkcs11-token',
    value: 'LABEL',
    summary: 'which token, where the library has several (KEYWRIGHT_PKCS11_TOKEN)',
  },
  {
    name: 'pkcs11-key',
    value: 'LABEL',
    summary: 'the AES key on it (KEYWRIGHT_PKCS11_KEY, default keywright)',
  },
  {
    name: 'pkcs11-pin-file',
    value: 'FILE',
    summary: 'a file with the PIN of its user (KEYWRIGHT_PKCS11_PIN holds the PIN itself)',
  },
  {
    name: 'pkcs11-pin',
    value: 'PIN',
    summary: '',
    refused: 'process lists keep arguments: set KEYWRIGHT_PKCS11_PIN, or name a file with --pkcs11-pin-file',
  },
]

const payloadFlags: readonly Flag[] = [
  {
    name: 'encoding',
    value: 'ENCODING',
    choices: ['text', 'hex', 'eip712', 'eip7702'],
    summary: 'how the payload is written (default text)',
  },
  {
    name: 'hash',
    value: 'HASH',
    choices: ['keccak256', 'sha256', 'none', 'not-applicable'],
    summary: 'what is done to it before signing',
  },
  { name: 'eip191', summary: 'as personal_sign does: the prefix of EIP-191, then keccak256' },
  { name: 'eip712', summary: 'the payload is typed data (JSON), as --encoding eip712' },
]

const snapshotName = { name: 'NAME', summary: 'letters, digits, - and _' } as const

export const commands: readonly Command[] = [
  {
    name: 'dev',
    summary: 'Starts a local server for development, on loopback, and prints what to paste.',
    details: [
      'State is kept in a folder, so that the next start continues where this one stopped. Email, text messages, the test issuer, the clock, faults and snapshots are served under /dev.',
    ],
    flags: [
      { name: 'port', value: 'N', summary: 'where to listen (default 8787, 0 is any free one)' },
      {
        name: 'host',
        value: 'ADDRESS',
        summary: 'the address to bind (default 127.0.0.1); another one wants --allowed-hosts',
      },
      {
        name: 'allowed-hosts',
        value: 'LIST',
        summary: 'names, with commas, under which other machines may reach it; nothing else is answered',
      },
      { name: 'state', value: 'DIR', summary: 'folder of the state (KEYWRIGHT_STATE, default ./.keywright)' },
      {
        name: 'write-env',
        value: 'FILE',
        summary: 'writes the settings into this file too, such as .env.local; its other lines stay',
      },
      {
        name: 'env-file',
        value: 'FILE',
        summary:
          'the same; Node 20 takes a flag of this name for its own and stops when there is no such file',
      },
      { name: 'fresh', summary: 'forgets the state of before' },
      { name: 'seed', value: 'N', summary: 'keys, ids and clock are the same at every start' },
      {
        name: 'examples',
        summary:
          'begins with the organizations, users and wallets that the commands of the documentation name',
      },
      {
        name: 'database-url',
        value: 'URL',
        summary: 'a PostgreSQL database instead of the folder, without a password',
        instead: 'name a file with --database-url-file',
      },
      { name: 'database-url-file', value: 'FILE', summary: 'a file with the address of that database' },
      {
        name: 'fault',
        value: 'FAULT',
        isList: true,
        summary: 'fails on purpose, such as create_wallet:status=503:times=2 or *:latency=500',
      },
      { name: 'quiet', summary: 'prints no line for each request' },
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
    summary: 'Starts a local server with state of its own, runs a program that may use it, and stops.',
    details: [
      'The server listens on any free port, and what it keeps is thrown away. The program finds it by the variables that keywright dev prints. Signals reach the program, and its exit code is the answer.',
    ],
    arguments: [
      {
        name: 'PROGRAM',
        summary: 'what to run, with its arguments, after --',
        isList: true,
        canBeEmpty: true,
      },
    ],
    flags: [{ name: 'seed', value: 'N', summary: 'keys, ids and clock are the same at every start' }],
    examples: ['keywright exec -- npm test', 'keywright exec --seed 1 -- node --test'],
    onInterrupt: 'handles',
    load: machine.exec,
  },
  {
    name: 'conformance',
    summary: 'Scores a client, in any language, by what it really sends to a started server.',
    details: [
      'The program is an adapter: it reads instructions from its standard input, does them with the client, and writes answers, a line of JSON each. The protocol and an example stand in conformance/README.md of the repository.',
      'The server is started for the run. Some requests it answers with faults, and it keeps the bytes of all.',
    ],
    arguments: [
      {
        name: 'PROGRAM',
        summary: 'runs the adapter, with its arguments, after --',
        isList: true,
        isOptional: true,
      },
    ],
    flags: [
      {
        name: 'only',
        value: 'CHECK',
        isList: true,
        summary: 'a check by its id, or a group of them; may be given several times',
      },
      { name: 'list', summary: 'only names the checks, what each requires, and where that stands' },
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
    summary: 'Starts a server process of a deployment on PostgreSQL; it is sealed until it is unsealed.',
    details: [
      'Several processes may share one database. DATABASE_URL names it.',
      'Emails leave by SMTP, text messages by an HTTP endpoint of yours, which gets JSON with the signature headers of a webhook. Without them, messages wait in the outbox, and the log says so.',
    ],
    flags: [
      ...databaseUrlFlags,
      { name: 'port', value: 'N', summary: 'where to listen (default 8787)' },
      { name: 'host', value: 'ADDRESS', summary: 'the address to bind (default all)' },
      {
        name: 'operator-port',
        value: 'N',
        summary: 'where operators unseal and read metrics, on loopback (default the port after)',
      },
      {
        name: 'migrate',
        summary: 'runs missing migrations first, for a single machine; the user must own the tables',
      },
      {
        name: 'connections',
        value: 'N',
        summary: 'database connections of this process (KEYWRIGHT_CONNECTIONS, default 10)',
      },
      {
        name: 'drain-seconds',
        value: 'N',
        summary:
          'how long /ready reports draining before a stop closes the port (KEYWRIGHT_DRAIN_SECONDS, default 0)',
      },
      { name: 'key-file', value: 'FILE', summary: 'unseals at the start with the root secret in this file' },
      ...tokenFlags,
      {
        name: 'tls-cert',
        value: 'FILE',
        summary: 'the certificate and its chain, in PEM; both files are read again when they change',
      },
      { name: 'tls-key', value: 'FILE', summary: 'its private key, in PEM' },
      {
        name: 'metrics',
        value: 'ADDRESS:PORT',
        summary: 'metrics for a collector elsewhere, at an address of their own',
      },
      {
        name: 'smtp-url-file',
        value: 'FILE',
        summary: 'a file with the SMTP server, such as smtps://user:password@host:465 (KEYWRIGHT_SMTP_URL)',
      },
      {
        name: 'mail-from',
        value: 'SENDER',
        summary: 'such as Keywright <no-reply@example.com> (KEYWRIGHT_MAIL_FROM)',
      },
      { name: 'sms-url', value: 'URL', summary: 'where text messages are posted (KEYWRIGHT_SMS_URL)' },
      {
        name: 'rate-limit',
        value: 'N',
        summary: 'requests a second from one address, then 429 (KEYWRIGHT_RATE_LIMIT, default no limit)',
      },
      {
        name: 'organization-rate-limit',
        value: 'N',
        summary:
          'requests a second of one organization, over all processes (KEYWRIGHT_ORGANIZATION_RATE_LIMIT, default no limit)',
      },
      {
        name: 'organization-storage',
        value: 'MIB',
        summary:
          'MiB that one organization may store within 24 hours, then 429 (KEYWRIGHT_ORGANIZATION_STORAGE, default 8192)',
      },
      {
        name: 'sub-organization-storage',
        value: 'MIB',
        summary:
          'MiB that one sub-organization may store within 24 hours, then 429 (KEYWRIGHT_SUB_ORGANIZATION_STORAGE, default 1024)',
      },
      {
        name: 'user-storage',
        value: 'MIB',
        summary:
          'MiB that one user may store without a grant within 24 hours, then 429 (KEYWRIGHT_USER_STORAGE, default 8)',
      },
      {
        name: 'webhook-header-prefix',
        value: 'PREFIX',
        summary:
          'what the headers of signed webhooks begin with (KEYWRIGHT_WEBHOOK_HEADER_PREFIX, default x-keywright)',
      },
      {
        name: 'address-header',
        value: 'NAME',
        summary:
          'the header in which your proxy names the client, such as x-forwarded-for (KEYWRIGHT_ADDRESS_HEADER)',
      },
      {
        name: 'proxies',
        value: 'ADDRESSES',
        summary:
          'addresses of proxies on other machines, separated by commas: they may open more than 100 connections (KEYWRIGHT_PROXIES)',
      },
      {
        name: 'smtp-url',
        value: 'URL',
        summary: '',
        refused:
          'it holds a password, and process lists keep arguments: set KEYWRIGHT_SMTP_URL, or name a file with --smtp-url-file',
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
    summary: 'Makes the root secret of a deployment and its first organization, once for each database.',
    details: [
      'The root secret is split into shares, written to a key file, or encrypted by a PKCS#11 token; shares may be made beside a token, for the day it breaks.',
      'Shares are printed once, or written to files. With --holders, each file is encrypted to the key of its holder (age), and nobody else sees a share.',
    ],
    flags: [
      ...databaseUrlFlags,
      ...shareFlags,
      { name: 'key-file', value: 'FILE', summary: 'a new file for the root secret, instead of shares' },
      ...tokenFlags,
      {
        name: 'again',
        summary: 'empties a database whose shares were lost before a server was unsealed with them',
      },
      { name: 'organization-name', value: 'NAME', summary: 'the first organization (default Organization)' },
      { name: 'user-name', value: 'NAME', summary: 'its root user (default Root user)' },
      { name: 'user-email', value: 'EMAIL', summary: 'email address of that user' },
      {
        name: 'api-public-key',
        value: 'HEX',
        summary: 'P-256 API key of that user (KEYWRIGHT_API_PUBLIC_KEY)',
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
    summary: 'Gives shares to a server, on its own machine: to unseal it, or to confirm new ones.',
    details: [
      'Shares are never arguments: they come from files or from standard input.',
      'New shares that reshare made hold once a threshold of them was given, to a sealed server or to one that runs.',
    ],
    arguments: [
      { name: 'FILE', summary: 'files with shares (default standard input)', isOptional: true, isList: true },
    ],
    flags: [
      holderKeyFlag,
      { name: 'discard', summary: 'makes the server forget the shares given so far' },
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
    summary: 'Makes a server forget the root secret, on its own machine.',
    details: [
      'It answers no call until it is unsealed again; other processes on the same database go on. What the process knew may stay in its memory until that is used again: stop the process to be certain.',
    ],
    flags: [operatorUrlFlag],
    examples: ['keywright seal'],
    load: machine.seal,
  },
  {
    name: 'reshare',
    summary: 'Makes new shares of the same root secret, which replace the old ones once they are given back.',
    details: [
      'The old shares hold until a threshold of the new ones was given to a server with unseal. Until then, making shares again replaces the new ones, and --abort forgets them.',
    ],
    arguments: [
      {
        name: 'FILE',
        summary: 'files with enough old shares (default standard input)',
        isOptional: true,
        isList: true,
      },
    ],
    flags: [
      ...databaseUrlFlags,
      ...shareFlags,
      holderKeyFlag,
      keyFileFlag,
      ...tokenFlags,
      { name: 'abort', summary: 'forgets the new shares that were not given back yet' },
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
    summary: 'Starts an MCP server: agents read the documentation, and run calls.',
    details: [
      'For coding agents and other clients of the Model Context Protocol. Without --port it speaks over standard input and output, as clients start it. It needs no network, and its engine is thrown away with the conversation.',
    ],
    flags: [
      { name: 'port', value: 'N', summary: 'speaks HTTP on loopback instead; 0 is any free one' },
      { name: 'docs', value: 'FILE', summary: 'another llms-full.txt, such as that of another version' },
    ],
    examples: ['keywright mcp', 'keywright mcp --port 8790'],
    onInterrupt: 'handles',
    load: machine.mcp,
  },
  {
    name: 'migrate',
    summary: 'Creates or updates the tables of a database for this release.',
    details: [
      'Connect as the owner of the tables. Servers of this release refuse a database without these migrations; running servers of the previous release keep working, unless the changelog says that they must stop first.',
      'Databases of releases without row MACs need --add-macs once, with the root secret and while no server runs: it checks each journal, then vouches for the rows as they are. Never use it when a server refuses a row: find out first who changed it.',
    ],
    arguments: [secretFiles('with --add-macs')],
    flags: [
      ...databaseUrlFlags,
      { name: 'plan', summary: 'only prints the statements that are missing, and changes nothing' },
      { name: 'add-macs', summary: 'adds MACs to the rows of organizations that have none' },
      holderKeyFlag,
      keyFileFlag,
      ...tokenFlags,
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
    summary: 'Writes the whole database of a deployment to a new file, while servers go on.',
    details: [
      'The file holds one moment. Keys are in it encrypted under the root secret, which is not: a restored database needs the shares, the key file or the token that held then. Names and email addresses are in it in the clear, so only you can read it.',
    ],
    arguments: [{ name: 'FILE', summary: 'a new file', completes: 'files' }],
    flags: databaseUrlFlags,
    examples: ['DATABASE_URL=postgres://… keywright backup keywright-2026-11-22.backup'],
    onInterrupt: 'finishes',
    load: machine.backup,
  },
  {
    name: 'restore',
    summary: 'Writes a backup into a new database: all of it, or nothing.',
    details: [
      'What was revoked after the backup is good again, and messages that waited then are sent again.',
    ],
    arguments: [{ name: 'FILE', summary: 'what keywright backup wrote', completes: 'files' }],
    flags: databaseUrlFlags,
    examples: ['DATABASE_URL=postgres://… keywright restore keywright-2026-11-22.backup'],
    onInterrupt: 'finishes',
    load: machine.restore,
  },
  {
    name: 'generate api-key',
    summary: 'Makes an API key pair and prints it as KEYWRIGHT_ lines.',
    details: [
      'The public half is registered with create_api_keys. The private half is shown once, here; with --out it goes to a file that only you can read.',
    ],
    flags: [
      {
        name: 'curve',
        value: 'CURVE',
        choices: ['p256', 'secp256k1', 'ed25519'],
        summary: 'the curve (default p256)',
      },
      { name: 'out', value: 'FILE', summary: 'writes the private key to a new file instead of printing it' },
    ],
    examples: ['keywright generate api-key', 'keywright generate api-key --curve ed25519 --out root.key'],
    load: () => import('./commands/generateApiKey.ts'),
  },
  {
    name: 'generate target-key',
    summary: 'Makes a target key pair, to which exports and credentials are encrypted.',
    details: ['Send the public half as targetPublicKey; keywright bundle open takes the private half.'],
    flags: [
      { name: 'out', value: 'FILE', summary: 'writes the private key to a new file instead of printing it' },
    ],
    examples: ['keywright generate target-key --out target.key'],
    load: () => import('./commands/generateTargetKey.ts'),
  },
  {
    name: 'generate holder-key',
    summary: 'Makes the key of a person who will hold a share, and prints its public half.',
    details: [
      'The format is the one of age, so that age opens what is encrypted to it, and age-keygen makes such keys too.',
    ],
    arguments: [{ name: 'FILE', summary: 'a new file for the private key', completes: 'files' }],
    examples: ['keywright generate holder-key alice.key'],
    load: machine.generateHolderKey,
  },
  {
    name: 'whoami',
    summary: 'Says which user of which organization the API key belongs to.',
    flags: connectionFlags,
    examples: ['keywright whoami'],
    load: () => import('./commands/whoami.ts'),
  },
  {
    name: 'request',
    summary: 'Stamps and sends any call, and prints the answer.',
    details: [
      'The body of a query is its filters; the body of a submit is its parameters, and the command adds type, timestampMs and organizationId. A body that has them already is sent byte for byte, so that sending a file again is a safe retry.',
      'The body is checked before it is sent: every wrong member is named by its path.',
    ],
    arguments: [
      {
        name: 'CALL',
        summary: 'its name such as create_wallet, its path, or an activity type',
        completes: 'calls',
      },
      { name: 'BODY', summary: 'JSON, @FILE, or - for standard input (default {})', isOptional: true },
    ],
    flags: [
      ...connectionFlags,
      { name: 'type', value: 'TYPE', summary: 'an older version of the activity type (default the newest)' },
      {
        name: 'renew',
        summary:
          'gives a body that has them already the present time and your organization, such as a body of the documentation',
      },
      { name: 'dry-run', summary: 'prints stamp, digest and a curl command, and sends nothing' },
      { name: 'no-check', summary: 'sends the body also when the check finds it wrong' },
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
      'Without --hash, an address that begins with 0x takes keccak256, a Solana address not-applicable, any other sha256.',
      'The signature is printed as r, s and v, and as the 65 bytes that wallets and contracts take: r, s, and 27 or 28.',
    ],
    arguments: [
      { name: 'SIGN-WITH', summary: 'address of a wallet account, or address or id of a private key' },
      { name: 'PAYLOAD', summary: 'text, @FILE, or - for standard input', canBeEmpty: true },
    ],
    flags: [
      ...connectionFlags,
      ...payloadFlags,
      {
        name: 'transaction',
        value: 'CHAIN',
        choices: ['ethereum', 'solana', 'bitcoin'],
        summary: 'the payload is an unsigned transaction of this chain, in hex',
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
    summary: 'Checks a signature against what was signed and who shall have signed it.',
    details: [
      'The payload is given as it was to sign. An address is compared with the key that the signature was made by, which takes its v; a public key, or a Solana address, does without.',
    ],
    arguments: [
      { name: 'SIGNER', summary: 'an address, or a public key in hex' },
      { name: 'PAYLOAD', summary: 'text, @FILE, or - for standard input', canBeEmpty: true },
      { name: 'SIGNATURE', summary: '65 or 64 bytes in hex' },
    ],
    flags: payloadFlags,
    examples: ["keywright verify 0x9858EfFD232B4033E47d90003D41EC34EcaEda94 'hello' 0x… --eip191"],
    load: () => import('./commands/verify.ts'),
  },
  {
    name: 'passkey create',
    summary: 'Makes a passkey in software, and prints what registers it.',
    details: [
      'For development and scripts. The output is a member of authenticators, as create_sub_organization and create_authenticators take it; the file, which only you can read, is what stamps.',
    ],
    arguments: [{ name: 'FILE', summary: 'a new file for the passkey', completes: 'files' }],
    flags: [
      { name: 'name', value: 'NAME', summary: 'name of the authenticator (default passkey)' },
      { name: 'origin', value: 'ORIGIN', summary: 'of the page (default https://app.example.com)' },
      { name: 'rp-id', value: 'ID', summary: 'relying party (default the host of the origin)' },
      { name: 'challenge', value: 'BASE64URL', summary: 'default: a random one' },
    ],
    examples: ['keywright passkey create alice.passkey > authenticator.json'],
    load: () => import('./commands/passkeyCreate.ts'),
  },
  {
    name: 'passkey stamp',
    summary: 'Stamps a body with a passkey, and prints the value of the X-Stamp-WebAuthn header.',
    arguments: [
      { name: 'FILE', summary: 'what passkey create made', completes: 'files' },
      { name: 'BODY', summary: 'the body, @FILE, or -; the very bytes that will be posted' },
    ],
    examples: ['keywright passkey stamp alice.passkey @body.json'],
    load: () => import('./commands/passkeyStamp.ts'),
  },
  {
    name: 'journal verify',
    summary: 'Checks that journals are whole and say what the tables say.',
    details: [
      'For operators: it reads the database, which is the folder of a development server, or the one of DATABASE_URL. A server may go on meanwhile.',
      'With the root secret of a team it checks the MACs too. Without, it misses a database writer who computes all hashes of a journal again.',
    ],
    arguments: [secretFiles('to check MACs')],
    flags: [
      ...databaseUrlFlags,
      stateFlag,
      holderKeyFlag,
      keyFileFlag,
      ...tokenFlags,
      { name: 'organization-id', value: 'ID', summary: 'only the journal of this organization' },
    ],
    examples: ['keywright journal verify', 'DATABASE_URL=postgres://… keywright journal verify --json'],
    load: machine.journalVerify,
  },
  {
    name: 'journal prune',
    summary: 'Removes old entries of journals; a checkpoint keeps the rest verifiable.',
    details: [
      'For operators: it checks each journal, writes a checkpoint, and removes the entries from before a time in small batches. Team servers can keep running; stop a development server first. Take a backup before, and keep the heads that journal verify prints: removed entries are in no later backup.',
      'A checkpoint of a team is written with the root secret.',
    ],
    arguments: [secretFiles('default standard input')],
    flags: [
      {
        name: 'before',
        value: 'TIME',
        summary: 'remove the entries from before this time, such as 2026-01-01T00:00:00Z',
      },
      ...databaseUrlFlags,
      stateFlag,
      holderKeyFlag,
      keyFileFlag,
      ...tokenFlags,
      { name: 'organization-id', value: 'ID', summary: 'only the journal of this organization' },
    ],
    examples: [
      'DATABASE_URL=postgres://… keywright journal prune --before 2026-01-01T00:00:00Z share-1.txt share-2.txt',
    ],
    load: machine.journalPrune,
  },
  {
    name: 'wallets list',
    summary: 'Lists the wallets of the organization.',
    flags: [...connectionFlags, { name: 'accounts', summary: 'also the accounts, with path and address' }],
    examples: ['keywright wallets list --accounts'],
    load: () => import('./commands/walletsList.ts'),
  },
  {
    name: 'wallets create',
    summary: 'Creates a wallet with one account for each address format.',
    arguments: [{ name: 'NAME', summary: 'the name of the wallet' }],
    flags: [
      ...connectionFlags,
      {
        name: 'account',
        value: 'FORMAT[:PATH]',
        isList: true,
        summary: 'an account, such as ethereum, solana or bitcoin_mainnet_p2wpkh (default ethereum)',
      },
      {
        name: 'words',
        value: 'N',
        choices: ['12', '15', '18', '21', '24'],
        summary: 'length of its phrase (default 12)',
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
        summary: 'only of this status',
      },
      { name: 'type', value: 'TYPE', isList: true, summary: 'only of this activity type' },
      { name: 'limit', value: 'N', summary: 'how many, 1 to 100 (default 10)' },
    ],
    examples: ['keywright activities list --status consensus_needed'],
    load: () => import('./commands/activitiesList.ts'),
  },
  {
    name: 'activities show',
    summary: 'Shows an activity in full: what was asked for, votes, result.',
    arguments: [{ name: 'ACTIVITY', summary: 'its id' }],
    flags: connectionFlags,
    examples: ['keywright activities show 7c3b8f0e-5d0a-4e0b-9a43-2f1d6f6f1a10'],
    load: () => import('./commands/activitiesShow.ts'),
  },
  {
    name: 'activities approve',
    summary: 'Approves an activity that waits for consensus.',
    arguments: [{ name: 'ACTIVITY', summary: 'its id or its fingerprint' }],
    details: [
      'What is voted on is shown first, and the vote is asked for. A vote that leaves it waiting for others is a vote: the exit code is 0.',
    ],
    flags: [...connectionFlags, { name: 'yes', summary: 'votes without asking' }],
    examples: [
      'keywright activities approve 7c3b8f0e-5d0a-4e0b-9a43-2f1d6f6f1a10',
      'keywright activities approve 7c3b8f0e-5d0a-4e0b-9a43-2f1d6f6f1a10 --yes',
    ],
    load: () => import('./commands/activitiesApprove.ts'),
  },
  {
    name: 'activities reject',
    summary: 'Rejects an activity that waits for consensus.',
    arguments: [{ name: 'ACTIVITY', summary: 'its id or its fingerprint' }],
    details: [
      'What is voted on is shown first, and the vote is asked for. A vote that leaves it waiting for others is a vote: the exit code is 0.',
    ],
    flags: [...connectionFlags, { name: 'yes', summary: 'votes without asking' }],
    examples: [
      'keywright activities reject 7c3b8f0e-5d0a-4e0b-9a43-2f1d6f6f1a10',
      'keywright activities reject 7c3b8f0e-5d0a-4e0b-9a43-2f1d6f6f1a10 --yes',
    ],
    load: () => import('./commands/activitiesReject.ts'),
  },
  {
    name: 'activities watch',
    summary: 'Prints each change of status until it is final, or of all activities until interrupted.',
    arguments: [{ name: 'ACTIVITY', summary: 'id of the only one to watch', isOptional: true }],
    flags: [
      ...connectionFlags,
      { name: 'interval', value: 'SECONDS', summary: 'time between two looks (default 1)' },
      { name: 'timeout', value: 'SECONDS', summary: 'gives up after this time (default never)' },
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
    summary: 'Checks policies: slips, types, and what authors trip over.',
    details: [
      'A file holds one policy, a list of them, or the parameters of create_policies as JSON; or one expression.',
    ],
    arguments: [policyFile],
    flags: [sideFlag, { name: 'strict', summary: 'mistakes that are correct by type are refused too' }],
    examples: ['keywright policy check policies.json', 'echo "eth.tx.value <= 5" | keywright policy check -'],
    load: () => import('./commands/policyCheck.ts'),
  },
  {
    name: 'policy explain',
    summary: 'Says what policies decide about a request, why, and what would have to change.',
    details: [
      'With --request, policies and request come from files: `request` holds what conditions read (activity, wallet, eth …), `users`, `approvers`, `rejecters` and `rootQuorum` say who is there and who voted.',
      'With --activity, --body or --transaction, the server gathers what it would decide the request by, and carries nothing out; POLICIES then tries other policies on it. A request that the server refuses before any policy is asked, shows that error.',
      'The exit code is 0 only for what is allowed.',
    ],
    arguments: [{ ...policyFile, name: 'POLICIES', isList: false, isOptional: true }],
    flags: [
      { name: 'request', value: 'FILE', summary: 'the request and its approvers, as JSON' },
      { name: 'activity', value: 'ID', summary: 'an activity, with the votes that it has' },
      { name: 'body', value: 'JSON', summary: 'the body of a submit, @FILE, or -' },
      { name: 'transaction', value: 'HEX', summary: 'an unsigned transaction, @FILE, or -' },
      { name: 'sign-with', value: 'ADDRESS', summary: 'with --transaction: the account that would sign' },
      {
        name: 'chain',
        value: 'CHAIN',
        choices: ['ethereum', 'solana', 'bitcoin'],
        summary: 'with --transaction (default ethereum)',
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
    summary: 'Runs test files: policies, requests, and the verdict that each must get.',
    details: [
      'A file has `policies` (a list, or the name of a file beside it), what all cases share (users, rootQuorum …), and `cases`, each with `name`, `request`, `approvers` and `expect`: ALLOWED, CONSENSUS_NEEDED, DENIED or REJECTED.',
    ],
    arguments: [{ name: 'FILE', summary: 'test files', isList: true, completes: 'files' }],
    examples: ['keywright policy test policies.test.json'],
    load: () => import('./commands/policyTest.ts'),
  },
  {
    name: 'policy fmt',
    summary: 'Writes expressions in the one canonical spelling.',
    arguments: [policyFile],
    flags: [
      { name: 'write', summary: 'changes the files instead of printing them' },
      { name: 'check', summary: 'only says which files would change, and refuses them' },
    ],
    examples: ['keywright policy fmt policies.json --write', 'keywright policy fmt policies.json --check'],
    load: () => import('./commands/policyFmt.ts'),
  },
  {
    name: 'stamp verify',
    summary: 'Checks a stamp against the body it came with, and names the byte or step that is wrong.',
    details: ['The body must be the bytes that were received, not those that were meant.'],
    arguments: [
      { name: 'STAMP', summary: 'value of the X-Stamp header, @FILE, or -' },
      { name: 'BODY', summary: 'the body, @FILE, or -', canBeEmpty: true },
    ],
    examples: ['keywright stamp verify eyJwdWJsaWNLZXki… @body.json'],
    load: () => import('./commands/stampVerify.ts'),
  },
  {
    name: 'bundle open',
    summary: 'Opens a credential bundle or an export bundle with a target key.',
    details: [
      'What is inside is a secret: it is shown only with --reveal, or written with --out to a file that only you can read. The signature of an export bundle is checked against the signer and the organization first.',
    ],
    arguments: [
      {
        name: 'BUNDLE',
        summary: 'its text, @FILE, or -; or the whole answer that has it, as request --json prints it',
      },
    ],
    flags: [
      {
        name: 'target-key-file',
        value: 'FILE',
        summary: 'the private target key (KEYWRIGHT_TARGET_PRIVATE_KEY)',
      },
      {
        name: 'signer-public-key',
        value: 'HEX',
        summary: "the server's signer, for export bundles (KEYWRIGHT_SIGNER_PUBLIC_KEY)",
      },
      organizationFlag,
      ...serverFlags,
      { name: 'out', value: 'FILE', summary: 'writes the secret to a new file' },
      { name: 'reveal', summary: 'prints the secret' },
    ],
    examples: ['keywright bundle open @export.json --target-key-file target.key --out phrase.txt'],
    load: () => import('./commands/bundleOpen.ts'),
  },
  {
    name: 'inbox',
    summary: 'Shows emails and text messages of a development server, newest first.',
    flags: [
      ...serverFlags,
      { name: 'to', value: 'ADDRESS', summary: 'only to this address or number' },
      { name: 'kind', value: 'KIND', choices: ['mail', 'sms'], summary: 'only of this kind' },
      { name: 'limit', value: 'N', summary: 'how many, 1 to 1,000 (default 10)' },
      { name: 'wait', summary: 'waits until a message comes, and shows what is new' },
      { name: 'after', value: 'ID', summary: 'with --wait: what came after this message counts as new' },
      { name: 'timeout', value: 'SECONDS', summary: 'with --wait: gives up after this time (default 60)' },
      { name: 'clear', summary: 'forgets all messages' },
    ],
    examples: ['keywright inbox --to alice@example.com --limit 1', 'keywright inbox --wait --json'],
    onInterrupt: 'handles',
    load: () => import('./commands/inbox.ts'),
  },
  {
    name: 'clock',
    summary: 'Shows or moves the time that a development server lives in.',
    arguments: [
      {
        name: 'ACTION',
        summary: 'what to do (default show)',
        isOptional: true,
        choices: ['show', 'advance', 'set', 'freeze', 'resume'],
      },
      { name: 'VALUE', summary: 'how far, like 1h30m; or a time that has not passed', isOptional: true },
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
    summary: 'Lists, sets or removes faults on purpose of a development server.',
    arguments: [
      {
        name: 'ACTION',
        summary: 'what to do (default list)',
        isOptional: true,
        choices: ['list', 'set', 'remove'],
      },
      { name: 'FAULT', summary: 'set: CALL:KIND[=VALUE][:times=N]; remove: its id', isOptional: true },
    ],
    flags: [
      ...serverFlags,
      { name: 'organization-id', value: 'ID', summary: 'strikes only requests to this organization' },
      { name: 'probability', value: 'P', summary: 'of being struck, above 0, up to 1 (default 1)' },
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
    summary: 'Mints an ID token of the test issuer of a development server, for any identity.',
    flags: [
      ...serverFlags,
      { name: 'subject', value: 'NAME', summary: 'who it is for (default alice)' },
      { name: 'email', value: 'EMAIL', summary: 'a verified email of theirs' },
      { name: 'audience', value: 'ID', summary: 'the application (default keywright-development)' },
      { name: 'nonce', value: 'TEXT', summary: 'as it stands' },
      {
        name: 'target-public-key',
        value: 'HEX',
        summary: 'makes the nonce the hash of this key, as oauth wants it',
      },
      { name: 'expires-in', value: 'SECONDS', summary: 'how long it is good (default 300)' },
      { name: 'claims', value: 'JSON', summary: 'more claims, or @FILE' },
    ],
    examples: ['keywright token --subject alice --email alice@example.com --target-public-key 04…'],
    load: () => import('./commands/token.ts'),
  },
  {
    name: 'requests',
    summary: 'Lists the last requests of a development server, follows them, or shows one in full.',
    details: [
      'In full means stamp check, body, answer, and what the policies decided and why. The answer of each request names it in the header X-Request-Id.',
    ],
    arguments: [{ name: 'REQUEST', summary: 'id of the one to show in full', isOptional: true }],
    flags: [
      ...serverFlags,
      { name: 'limit', value: 'N', summary: 'how many, 1 to 1,000 (default 10)' },
      { name: 'follow', summary: 'goes on with each that comes, until interrupted' },
    ],
    examples: ['keywright requests --follow', 'keywright requests --limit 1 --json'],
    onInterrupt: 'handles',
    load: () => import('./commands/requests.ts'),
  },
  {
    name: 'bundle seal',
    summary: 'Seals a phrase, a private key or a one-time code to a bundle that the server made for it.',
    details: [
      'Takes the importBundle of init_import_wallet or init_import_private_key, and prints the encryptedBundle of import_wallet or import_private_key. The secret is never an argument.',
    ],
    arguments: [
      {
        name: 'BUNDLE',
        summary: 'its text, @FILE, or -; or the whole answer that has it, as request --json prints it',
      },
      { name: 'SECRET', summary: '@FILE, or - for standard input' },
    ],
    flags: [
      {
        name: 'kind',
        value: 'KIND',
        choices: ['phrase', 'key', 'solana-key', 'code'],
        summary: 'what the secret is (default phrase)',
      },
      { name: 'public-key', value: 'HEX', summary: 'with --kind code: the key that the code vouches for' },
      { name: 'user-id', value: 'ID', summary: 'who imports (default the user of the API key)' },
      {
        name: 'signer-public-key',
        value: 'HEX',
        summary: "the server's signer (KEYWRIGHT_SIGNER_PUBLIC_KEY)",
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
    summary: 'Keeps the whole state of a development server under a name.',
    arguments: [snapshotName],
    flags: serverFlags,
    examples: ['keywright snapshot save before-migration'],
    load: () => import('./commands/snapshotSave.ts'),
  },
  {
    name: 'snapshot restore',
    summary: 'Goes back to a snapshot; what came after it is gone.',
    arguments: [snapshotName],
    flags: serverFlags,
    examples: ['keywright snapshot restore before-migration'],
    load: () => import('./commands/snapshotRestore.ts'),
  },
  {
    name: 'snapshot remove',
    summary: 'Forgets a snapshot.',
    arguments: [snapshotName],
    flags: serverFlags,
    examples: ['keywright snapshot remove before-migration'],
    load: () => import('./commands/snapshotRemove.ts'),
  },
  {
    name: 'snapshot export',
    summary: 'Writes the whole state to a file, to be imported elsewhere.',
    arguments: [{ name: 'FILE', summary: 'a new file; it will hold the keys', completes: 'files' }],
    flags: serverFlags,
    examples: ['keywright snapshot export state.json'],
    load: () => import('./commands/snapshotExport.ts'),
  },
  {
    name: 'snapshot import',
    summary: 'Takes over the state in a file; what was there before is gone.',
    arguments: [{ name: 'FILE', summary: 'what an export wrote', completes: 'files' }],
    flags: serverFlags,
    examples: ['keywright snapshot import state.json'],
    load: () => import('./commands/snapshotImport.ts'),
  },
  {
    name: 'doctor',
    summary: 'Checks versions, settings, keys, server, clock and port, and says what to do.',
    flags: [
      ...connectionFlags,
      { name: 'port', value: 'N', summary: 'the port that keywright dev would take' },
    ],
    examples: ['keywright doctor'],
    load: machine.doctor,
  },
  {
    name: 'completions',
    summary: 'Prints a completion script for a shell.',
    arguments: [{ name: 'SHELL', summary: 'the shell', choices: ['bash', 'zsh', 'fish'] }],
    examples: [
      'keywright completions bash > ~/.local/share/bash-completion/completions/keywright',
      'keywright completions zsh > ~/.zfunc/_keywright',
      'keywright completions fish > ~/.config/fish/completions/keywright.fish',
    ],
    load: () => import('./commands/completions.ts'),
  },
]
