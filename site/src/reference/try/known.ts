/** Known ids and names, suggestions per field, and examples filled with them. */
import type { Activity } from '@keywright/contract'
import {
  type ApiKeyCurve,
  generateApiKeyPair,
  generateP256KeyPair,
  platformRandom,
  toHex,
  uncompressP256PublicKey,
} from '@keywright/keys'
import type { Json, JsonObject } from './bodyForm.ts'
import { softwarePasskey } from './softwarePasskey.ts'

/** Content of an organization. */
export interface Found {
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
  readonly activities: readonly Activity[]
  readonly organizationIds: readonly string[]
  readonly otpCodes: readonly unknown[]
}

export interface Known {
  /** Suggested values for a field, best first. */
  suggest(field: string): readonly string[]
  /** Names in use. */
  readonly names: ReadonlySet<string>
}

/** A field name pattern and its suggestions, best first. */
type Fit = readonly [field: RegExp, values: readonly unknown[]]

function fitsOf({
  users,
  wallets,
  privateKeys,
  policies,
  activities,
  organizationIds,
  otpCodes,
}: Found): Fit[] {
  const waiting = activities.filter(({ status }) => status === 'ACTIVITY_STATUS_CONSENSUS_NEEDED')
  const accounts = wallets.flatMap(({ accounts }) => accounts)
  const results = activities.flatMap(({ result }) => Object.values(Object(result)) as JsonObject[])
  const fromResults = (member: string) => results.map((one) => Object(one)[member])
  return [
    [/^(subO|o)rganizationId$/, organizationIds],
    [/userTag(Id)?s?$/i, [...users.flatMap(({ userTags = [] }) => userTags), ...fromResults('userTagId')]],
    [
      /privateKeyTag(Id)?s?$/i,
      [
        ...privateKeys.flatMap(({ privateKeyTags = [] }) => privateKeyTags),
        ...fromResults('privateKeyTagId'),
      ],
    ],
    [/walletAccountIds?$/, accounts.map((one) => one.walletAccountId)],
    [/walletIds?$/i, wallets.map((one) => one.walletId)],
    [/privateKeyIds?$/i, privateKeys.map((one) => one.privateKeyId)],
    [/policyIds?$/i, policies.map((one) => one.policyId)],
    [/userIds?$/i, users.map((one) => one.userId)],
    [/apiKeyIds?$/i, users.flatMap(({ apiKeys }) => apiKeys.map((one) => one.apiKeyId))],
    [/authenticatorIds?$/i, users.flatMap((user) => user.authenticators.map((one) => one.authenticatorId))],
    [/providerIds?$/i, users.flatMap((user) => user.oauthProviders?.map((one) => one.providerId) ?? [])],
    [/^fingerprint$/, [...waiting, ...activities].map((one) => one.fingerprint)],
    [/^activityId$/, [...waiting, ...activities].map((one) => one.id)],
    [/^invitationId$/, results.flatMap((one) => Object(one).invitationIds ?? [])],
    [/^endpointId$/, fromResults('endpointId')],
    [/^smartContractInterfaceId$/, fromResults('smartContractInterfaceId')],
    [/^otpId$/, fromResults('otpId')],
    [/^otpCode$/, otpCodes],
    [/^verificationToken$/, fromResults('verificationToken')],
    [
      /^(signWith|address)$/,
      [
        ...accounts.map((one) => one.address),
        ...privateKeys.flatMap(({ addresses = [] }) => addresses.map((one) => one.address)),
        ...privateKeys.map((one) => one.privateKeyId),
      ],
    ],
  ]
}

export function knownOf(found: Found): Known {
  const { users, wallets, privateKeys, policies } = found
  const { publicKey } = generateP256KeyPair(platformRandom)
  const fresh: Readonly<Record<string, string>> = {
    targetPublicKey: toHex(uncompressP256PublicKey(publicKey)),
    publicKey: toHex(publicKey),
  }
  const fits = fitsOf(found)
  const valuesOf = (field: string) => fits.find(([pattern]) => pattern.test(field))?.[1]
  return {
    suggest(field) {
      const values = Object.hasOwn(fresh, field) ? [fresh[field]] : (valuesOf(field) ?? [])
      return [...new Set(values.filter((value): value is string => typeof value === 'string'))]
    },
    names: new Set([
      ...users.map((one) => one.userName),
      ...wallets.map((one) => one.walletName),
      ...privateKeys.map((one) => one.privateKeyName),
      ...policies.map((one) => one.policyName),
    ]),
  }
}

/**
 * Replaces ids with those of this organization and makes names unique.
 * @param takesLast picks the newest object, for calls that delete, so that the reader's own user is kept
 */
export function settle(value: Json, { suggest, names }: Known, takesLast = false): Json {
  const best = (field: string, count = 1) => {
    const known = suggest(field)
    return takesLast ? known.slice(-count) : known.slice(0, count)
  }
  const walk = (value: Json, field: string): Json => {
    if (Array.isArray(value)) {
      if (!value.every((one) => typeof one === 'string')) return value.map((one) => walk(one, field))
      // Don't remove in the same request what it adds.
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
    const { curveType, attestation } = value as JsonObject
    if (attestation) return { ...value, ...fittingPasskey(value as JsonObject) }
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [
        name,
        name === 'publicKey' && curveType ? freshKey(curveType as ApiKeyCurve) : walk(one, name),
      ]),
    )
  }
  return walk(value, '')
}

/** A new public key, so that a request can be sent twice. */
const freshKey = (curve: ApiKeyCurve): string => generateApiKeyPair(platformRandom, curve).publicKey

/** Fills in a new passkey, because credential ids must be unique. */
function fittingPasskey(recorded: JsonObject): JsonObject {
  const { challenge, attestation } = softwarePasskey().register()
  const members = Object.keys(Object(recorded['attestation']))
  const known = Object.entries(attestation).filter(([name]) => members.includes(name))
  return { challenge, attestation: { ...Object(recorded['attestation']), ...Object.fromEntries(known) } }
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name
  for (let number = 2; ; number++) if (!taken.has(`${name} ${number}`)) return `${name} ${number}`
}
