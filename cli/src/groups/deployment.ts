/** Commands that operate a deployment. */

import type { Command, Flag } from '../command.ts'
import { machine } from '../machine.ts'
import {
  databaseUrlFlags,
  holderKeyFlag,
  keyServiceFlags,
  rootSecretFlags,
  secretFiles,
} from './deploymentFlags.ts'

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

export const deployment: readonly Command[] = [
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
        name: 'internal-webhook-hosts',
        value: 'HOSTS',
        summary:
          'comma-separated hosts of your own network to which webhooks may be delivered (KEYWRIGHT_INTERNAL_WEBHOOK_HOSTS, default none)',
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
    name: 'losses',
    summary: 'Lists acknowledged writes that the database has lost, or accepts a loss.',
    details: [
      'Servers remember what they acknowledged. If the database lacks it, for example after a failover to a standby without it, they reject writes to the organization. Restore the writes if you can: stop all servers and bring back the database that has them. If you cannot, --accept allows writes again. Print the missing activities first, so that you can tell the people concerned.',
    ],
    flags: [
      { name: 'accept', value: 'ORGANIZATION_ID', summary: 'accept the losses of this organization' },
      operatorUrlFlag,
    ],
    examples: ['keywright losses', 'keywright losses --accept 6f1c…'],
    load: machine.losses,
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
      ...rootSecretFlags,
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
    name: 'rotate-root',
    summary: 'Replaces the root secret of a deployment while servers keep running.',
    details: [
      'The first run creates a new root secret, and servers accept both. --retire, with the new root secret, makes the old one useless. Both can be repeated if they were interrupted.',
      'Between the two, change the settings of your servers. A running server needs no restart. Older backups still need the old root secret.',
    ],
    arguments: [secretFiles('of the old root secret; with --retire, of the new one')],
    flags: [
      ...databaseUrlFlags,
      ...shareFlags,
      { name: 'new-key-file', value: 'FILE', summary: 'write the new root secret to this new file' },
      {
        name: 'new-key-command',
        value: 'COMMAND',
        summary: 'shell command that prints the new root secret, which you have created before',
      },
      {
        name: 'new-pkcs11-key',
        value: 'LABEL',
        summary: 'encrypt the new root secret with this AES key on the token, created if it is missing',
      },
      { name: 'retire', summary: 'make the old root secret useless; requires the new one' },
      { name: 'abort', summary: 'discard the new root secret' },
      ...rootSecretFlags,
    ],
    examples: [
      'keywright rotate-root share-1.txt share-2.txt --shares 3 --threshold 2 --share-folder new-shares',
      'keywright rotate-root --retire new-shares/share-1.txt new-shares/share-3.txt',
      'keywright rotate-root --key-file root.secret --new-key-file new-root.secret',
    ],
    onInterrupt: 'finishes',
    load: machine.rotateRoot,
  },
  {
    name: 'rotate-webhook-key',
    summary: 'Makes the servers of a deployment sign webhooks with a new key.',
    details: [
      'The key before stays published and keeps signing next to the new one until the overlap ends, so that receivers have time to fetch the new key. Servers need no restart.',
    ],
    flags: [
      ...databaseUrlFlags,
      {
        name: 'overlap-days',
        value: 'N',
        summary: 'how long the key before stays published, 0 to 365 (default 7)',
      },
    ],
    examples: ['keywright rotate-webhook-key', 'keywright rotate-webhook-key --overlap-days 30'],
    onInterrupt: 'finishes',
    load: machine.rotateWebhookKey,
  },
  {
    name: 'migrate',
    summary: 'Creates or updates the tables of a database for this release.',
    details: [
      'Connect as the owner of the tables. Servers of this release do not start without these migrations. Running servers of the previous release keep working, unless the changelog says that you must stop them first.',
      'Databases from releases without row MACs need --add-macs once, with the root secret and with all servers stopped. The command checks each journal and then adds MACs to the rows in their current state. If a server rejects a row, find out who changed the row before you use --add-macs.',
      'Databases from releases without rotate-root need --new-keys once before it, with the root secret and with all servers stopped. The command encrypts all secrets with new keys. The public keys of the deployment change: clients that pin the signer key need the new one, receivers of webhooks fetch the new key, a stream of journal heads starts over, and open sessions end. If the command is interrupted, run it again.',
    ],
    arguments: [secretFiles('with --add-macs or --new-keys')],
    flags: [
      ...databaseUrlFlags,
      { name: 'plan', summary: 'print the missing statements without running them' },
      { name: 'add-macs', summary: 'add MACs to the rows of organizations without MACs' },
      { name: 'new-keys', summary: 'encrypt all secrets with new keys' },
      ...rootSecretFlags,
    ],
    examples: [
      'keywright migrate --plan',
      'keywright migrate',
      'keywright migrate --add-macs share-1.txt share-2.txt share-4.txt',
    ],
    onInterrupt: 'finishes',
    load: machine.migrate,
  },
]
