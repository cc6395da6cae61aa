/** Connection flags, in a separate file so that help loads no cryptography. */
import type { Flag } from './command.ts'

/** Source of settings that neither flags nor variables provide. */
export const stateFlag: Flag = {
  name: 'state',
  value: 'DIR',
  summary:
    'folder of a development server, source of missing settings (KEYWRIGHT_STATE, default ./.keywright)',
}

/** Flags of every command that contacts a server. */
export const serverFlags: readonly Flag[] = [
  { name: 'base-url', value: 'URL', summary: 'URL of the server (KEYWRIGHT_BASE_URL)' },
  stateFlag,
  { name: 'request-timeout', value: 'SECONDS', summary: 'timeout of each request (default 30)' },
]

export const organizationFlag: Flag = {
  name: 'organization-id',
  value: 'ID',
  summary: 'ID of the organization (KEYWRIGHT_ORGANIZATION_ID)',
}

/** Flags of every command that sends stamped requests. */
export const connectionFlags: readonly Flag[] = [
  ...serverFlags,
  organizationFlag,
  { name: 'api-public-key', value: 'HEX', summary: 'public API key (KEYWRIGHT_API_PUBLIC_KEY)' },
  {
    name: 'api-private-key-file',
    value: 'FILE',
    summary: 'file that contains the private API key, 64 hexadecimal digits (KEYWRIGHT_API_PRIVATE_KEY)',
  },
  {
    name: 'api-private-key',
    value: 'HEX',
    summary: '',
    refused:
      'arguments are visible in process lists and shell history: set KEYWRIGHT_API_PRIVATE_KEY, or pass a file with --api-private-key-file',
  },
]
