/** Members of a page's request that readers must replace, and the commands that show or create their values. */

/** Command, without the leading `keywright` → members by their names on the wire. */
const COMMANDS: readonly (readonly [command: string, members: readonly string[]])[] = [
  ['request list_suborgs', ['organizationId']],
  ['request list_users', ['userId', 'userIds', 'addUserIds', 'removeUserIds']],
  ['request list_user_tags', ['userTagId', 'userTagIds', 'userTags']],
  ['wallets list', ['walletId', 'walletIds']],
  ['wallets list --accounts', ['signWith', 'address']],
  ['request list_private_keys', ['privateKeyId', 'privateKeyIds']],
  ['request list_policies', ['policyId', 'policyIds']],
  ['activities list', ['activityId', 'after', 'before']],
  ['activities list --status CONSENSUS_NEEDED', ['fingerprint']],
  ['request get_api_keys', ['apiKeyIds']],
  ['request get_authenticators', ['authenticatorIds']],
  ['passkey create', ['attestation']],
  ['generate api-key', ['publicKey']],
  ['generate target-key', ['targetPublicKey']],
  ['bundle seal', ['encryptedBundle']],
]

export const sourceCommands = COMMANDS.map(([command]) => command)

/** Command line → members. */
const SOURCES: typeof COMMANDS = [
  ...COMMANDS.map(([command, members]) => [`npx keywright ${command}`, members] as const),
  ['curl http://127.0.0.1:8787/dev/inbox', ['otpCode']],
]

export interface Source {
  readonly command: string
  /** Members that the request has. */
  readonly members: readonly string[]
}

/**
 * @param request input of a client method: the parameters of a submit or the filters of a query, with `organizationId`
 *   only if it differs from the client's
 */
export function sourcesOf(request: Readonly<Record<string, unknown>>): readonly Source[] {
  const there = new Set(membersOf(request))
  return SOURCES.map(([command, members]) => ({
    command,
    members: members.filter((name) => there.has(name)),
  })).filter(({ members }) => members.length > 0)
}

/** Names of all non-empty members. */
function membersOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(membersOf)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value)
    .filter(([, inside]) => !(Array.isArray(inside) && inside.length === 0))
    .flatMap(([name, inside]) => [name, ...membersOf(inside)])
}
