/** Members of a page's request that readers must replace, and the commands that show or create their values. */

/** Command → members by their names on the wire. */
const SOURCES: readonly (readonly [command: string, members: readonly string[]])[] = [
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
  ['inbox', ['otpId', 'otpCode']],
]

/** Without the leading `keywright`. */
export const sourceCommands = SOURCES.map(([command]) => command)

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
    command: `npx keywright ${command}`,
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
