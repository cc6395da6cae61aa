/** Flags that say where requests go and who stamps them. Apart, so that help loads no cryptography. */
import type { Flag } from './command.ts'

export const baseUrlFlag: Flag = {
  name: 'base-url',
  value: 'URL',
  summary: 'where the engine answers (KEYWRIGHT_BASE_URL)',
}

/** Flags of every command that sends requests. */
export const connectionFlags: readonly Flag[] = [
  baseUrlFlag,
  { name: 'organization-id', value: 'ID', summary: 'the organization (KEYWRIGHT_ORGANIZATION_ID)' },
  { name: 'api-public-key', value: 'HEX', summary: 'the API key (KEYWRIGHT_API_PUBLIC_KEY)' },
  {
    name: 'api-private-key-file',
    value: 'FILE',
    summary: 'a file with its private key, 64 hexadecimal digits (KEYWRIGHT_API_PRIVATE_KEY)',
  },
  {
    name: 'api-private-key',
    value: 'HEX',
    summary: '',
    refused:
      'process lists and shell histories keep arguments: set KEYWRIGHT_API_PRIVATE_KEY, or name a file with --api-private-key-file',
  },
]
