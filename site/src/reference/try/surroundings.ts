/** What there is in the sandbox for a request to name: ids and addresses of the organization, by what a field asks for. */
import type { Activity } from '@keywright/contract'
import {
  type ApiKeyCurve,
  generateApiKeyPair,
  generateP256KeyPair,
  platformRandom,
  toHex,
  uncompressP256PublicKey,
} from '@keywright/keys'
import type { Letter, Sandbox } from '@keywright/sandbox'
import type { Json, JsonObject } from './bodyForm.ts'

/** As `GET /dev/organizations/{id}` answers; what is used of it. */
interface OrganizationView {
  readonly quorum: { readonly userIds: readonly string[] }
  readonly users: readonly {
    readonly userId: string
    readonly userName: string
    readonly userTags?: readonly string[]
    readonly apiKeys: readonly { readonly apiKeyId: string }[]
    readonly authenticators: readonly { readonly authenticatorId: string }[]
    readonly oauthProviders?: readonly { readonly providerId: string }[]
  }[]
  readonly wallets: readonly {
    readonly walletId: string
    readonly walletName: string
    readonly accounts: readonly {
      readonly address: string
      readonly walletAccountId?: string
      readonly path: string
    }[]
  }[]
  readonly privateKeys: readonly {
    readonly privateKeyId: string
    readonly privateKeyName: string
    readonly privateKeyTags?: readonly string[]
    readonly addresses?: readonly { readonly address?: string }[]
  }[]
  readonly policies: readonly { readonly policyId: string; readonly policyName: string }[]
}

export interface Surroundings {
  readonly organizations: readonly {
    readonly organizationId: string
    readonly organizationName: string
    readonly parentId: string | null
  }[]
  /** Members of the root quorum first: what they stamp, no policy refuses. */
  readonly users: OrganizationView['users']
  /** What fits a field of this name, best first; none where nothing is known. */
  suggest(field: string): readonly string[]
  /** Names that are taken. */
  readonly names: ReadonlySet<string>
}

/** @throws Error where the organization is gone */
export async function readSurroundings(sandbox: Sandbox, organizationId: string): Promise<Surroundings> {
  const [{ organizations }, view, { activities }, { messages }] = await Promise.all([
    sandbox.dev<{ organizations: Surroundings['organizations'] }>('GET', '/dev/tree'),
    sandbox.dev<OrganizationView>('GET', `/dev/organizations/${organizationId}`),
    sandbox.dev<{ activities: Activity[] }>('GET', `/dev/activities?organizationId=${organizationId}`),
    sandbox.dev<{ messages: Letter[] }>('GET', '/dev/inbox'),
  ])
  const isRoot = ({ userId }: { readonly userId: string }) => view.quorum.userIds.includes(userId)
  const users = [...view.users].sort((a, b) => Number(isRoot(b)) - Number(isRoot(a)))
  const waiting = activities.filter(({ status }) => status === 'ACTIVITY_STATUS_CONSENSUS_NEEDED')
  const accounts = view.wallets.flatMap(({ accounts }) => accounts)
  const results = activities.flatMap(({ result }) => Object.values(Object(result)) as JsonObject[])
  const fromResults = (member: string) => results.map((one) => Object(one)[member])
  const { publicKey } = generateP256KeyPair(platformRandom)
  const fresh = { target: toHex(uncompressP256PublicKey(publicKey)), session: toHex(publicKey) }
  const known: readonly (readonly [pattern: RegExp, values: readonly unknown[]])[] = [
    [/^(subO|o)rganizationId$/, organizations.map((one) => one.organizationId)],
    [/userTag(Id)?s?$/i, [...users.flatMap(({ userTags = [] }) => userTags), ...fromResults('userTagId')]],
    [
      /privateKeyTag(Id)?s?$/i,
      [
        ...view.privateKeys.flatMap(({ privateKeyTags = [] }) => privateKeyTags),
        ...fromResults('privateKeyTagId'),
      ],
    ],
    [/walletAccountIds?$/, accounts.map((one) => one.walletAccountId)],
    [/walletIds?$/i, view.wallets.map((one) => one.walletId)],
    [/privateKeyIds?$/i, view.privateKeys.map((one) => one.privateKeyId)],
    [/policyIds?$/i, view.policies.map((one) => one.policyId)],
    [/userIds?$/i, users.map((one) => one.userId)],
    [/apiKeyIds?$/i, users.flatMap(({ apiKeys }) => apiKeys.map((one) => one.apiKeyId))],
    [
      /authenticatorIds?$/i,
      users.flatMap(({ authenticators }) => authenticators.map((one) => one.authenticatorId)),
    ],
    [
      /providerIds?$/i,
      users.flatMap(({ oauthProviders = [] }) => oauthProviders.map((one) => one.providerId)),
    ],
    [/^fingerprint$/, [...waiting, ...activities].map((one) => one.fingerprint)],
    [/^activityId$/, [...waiting, ...activities].map((one) => one.id)],
    [/^invitationId$/, results.flatMap((one) => Object(one).invitationIds ?? [])],
    [/^endpointId$/, fromResults('endpointId')],
    [/^otpId$/, fromResults('otpId')],
    [/^otpCode$/, messages.map(({ template }) => template['code'])],
    [/^verificationToken$/, fromResults('verificationToken')],
    [
      /^(signWith|address)$/,
      [
        ...accounts.map((one) => one.address),
        ...view.privateKeys.flatMap(({ addresses = [] }) => addresses.map((one) => one.address)),
        ...view.privateKeys.map((one) => one.privateKeyId),
      ],
    ],
    [/^targetPublicKey$/, [fresh.target]],
    [/^publicKey$/, [fresh.session]],
  ]
  return {
    organizations,
    users,
    suggest(field) {
      const values = known.find(([pattern]) => pattern.test(field))?.[1] ?? []
      return [...new Set(values.filter((value): value is string => typeof value === 'string'))]
    },
    names: new Set([
      ...users.map((one) => one.userName),
      ...view.wallets.map((one) => one.walletName),
      ...view.privateKeys.map((one) => one.privateKeyName),
      ...view.policies.map((one) => one.policyName),
    ]),
  }
}

/**
 * An example with the ids of this organization in place of the recorded ones, and with names that are free. What the
 * sandbox has nothing for stays as it was recorded.
 * @param takesLast for calls that delete: the newest of a kind, and not the reader's own user
 */
export function settle(
  value: Json,
  { suggest, names }: Pick<Surroundings, 'suggest' | 'names'>,
  takesLast = false,
): Json {
  const best = (field: string, count = 1) => {
    const known = suggest(field)
    return takesLast ? known.slice(-count) : known.slice(0, count)
  }
  const walk = (value: Json, field: string): Json => {
    if (Array.isArray(value)) {
      if (!value.every((one) => typeof one === 'string')) return value.map((one) => walk(one, field))
      // What is added is not taken out in the same request.
      if (field.startsWith('remove')) return []
      const known = best(field, Math.max(value.length, 1))
      return known.length > 0 && value.length > 0 ? known : value
    }
    if (typeof value === 'string') {
      if (/^new|(wallet|user|policy|privateKey|Tag|organization)Name$/.test(field))
        return freeName(value, names)
      return best(field)[0] ?? value
    }
    if (value === null || typeof value !== 'object') return value
    const { curveType } = value as JsonObject
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [
        name,
        name === 'publicKey' && curveType ? freshKey(curveType as ApiKeyCurve) : walk(one, name),
      ]),
    )
  }
  return walk(value, '')
}

/** For a credential of its own, so that a request can be sent twice. */
const freshKey = (curve: ApiKeyCurve): string => generateApiKeyPair(platformRandom, curve).publicKey

function freeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name
  for (let number = 2; ; number++) if (!taken.has(`${name} ${number}`)) return `${name} ${number}`
}
