/** Commands that work with keys, stamps and bundles. */

import type { Command } from '../command.ts'
import { connectionFlags, organizationFlag, serverFlags } from '../connectionFlags.ts'
import { machine } from '../machine.ts'

export const keys: readonly Command[] = [
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
    load: () => import('../commands/generateApiKey.ts'),
  },
  {
    name: 'generate target-key',
    summary: 'Generates a target key pair, to which exports and credentials are encrypted.',
    details: ['Send the public key as targetPublicKey. Pass the private key to keywright bundle open.'],
    flags: [
      { name: 'out', value: 'FILE', summary: 'write the private key to a new file instead of printing it' },
    ],
    examples: ['keywright generate target-key --out target.key'],
    load: () => import('../commands/generateTargetKey.ts'),
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
    load: () => import('../commands/passkeyCreate.ts'),
  },
  {
    name: 'passkey stamp',
    summary: 'Stamps a body with a passkey and prints the value of the X-Stamp-WebAuthn header.',
    arguments: [
      { name: 'FILE', summary: 'passkey file from passkey create', completes: 'files' },
      { name: 'BODY', summary: 'body, @FILE, or -; exactly the bytes that you will post' },
    ],
    examples: ['keywright passkey stamp alice.passkey @body.json'],
    load: () => import('../commands/passkeyStamp.ts'),
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
    load: () => import('../commands/stampVerify.ts'),
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
    load: () => import('../commands/bundleOpen.ts'),
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
    load: () => import('../commands/bundleSeal.ts'),
  },
]
