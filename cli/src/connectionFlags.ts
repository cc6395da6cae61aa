/** Flags that say where requests go and who stamps them. Apart, so that help loads no cryptography. */
import type { Flag } from './command.ts'

/** Where settings that no flag and no variable gives come from. */
export const stateFlag: Flag = {
  name: 'state',
  value: 'DIR',
  summary: 'folder of a development server, for what else is not set (KEYWRIGHT_STATE, default ./.keywright)',
}

/** Flags of every command that asks a server. */
export const serverFlags: readonly Flag[] = [
  { name: 'base-url', value: 'URL', summary: 'where the engine answers (KEYWRIGHT_BASE_URL)' },
  stateFlag,
  { name: 'request-timeout', value: 'SECONDS', summary: 'how long one request may take (default 30)' },
]

export const organizationFlag: Flag = {
  name: 'organization-id',
  value: 'ID',
  summary: 'the organization (KEYWRIGHT_ORGANIZATION_ID)',
}

/** Flags of every command that sends stamped requests. */
export const connectionFlags: readonly Flag[] = [
  ...serverFlags,
  organizationFlag,
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
