/** Flags that several commands of a deployment share. */

import type { Argument, Flag } from '../command.ts'

export const databaseUrlFlags: readonly Flag[] = [
  {
    name: 'database-url',
    value: 'URL',
    summary: 'URL of the PostgreSQL database, without a password (DATABASE_URL)',
    instead: 'set DATABASE_URL, or pass a file with --database-url-file',
  },
  { name: 'database-url-file', value: 'FILE', summary: 'file that contains the database URL' },
]

export const holderKeyFlag: Flag = {
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
export const secretFiles = (when: string): Argument => ({
  name: 'FILE',
  summary: `files that contain enough shares (${when})`,
  isOptional: true,
  isList: true,
})

/** A key service or a token that protects the root secret. */
export const keyServiceFlags: readonly Flag[] = [
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

/** Sources of the root secret, next to files with shares. */
export const rootSecretFlags: readonly Flag[] = [holderKeyFlag, keyFileFlag, ...keyServiceFlags]
