/** Values that pages quote by name, so that each number is written once. */
import { defaults } from './defaults.ts'
import { lifetimeBounds, limits, resourceLimits } from './limits.ts'

export interface Fact {
  /** The bare value; lists in reading order. */
  value: number | string | readonly number[]
  /** Unit of the value, or an empty text. */
  unit: string
  /** Value and unit as pages show them. */
  text: string
}

const DURATION_UNITS = [
  [3_600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
] as const

export const facts = {
  timestampMaxAge: duration(limits.timestampMaxAge),
  timestampMaxAhead: duration(limits.timestampMaxAhead),
  /** While the engine accepts the bytes of a submit: its clock may be ahead or behind. */
  submitWindow: duration(limits.timestampMaxAge + limits.timestampMaxAhead),
  bodySize: mebibytes(limits.bodyBytes),
  expressionLength: plain(limits.expressionLength),
  policySteps: plain(limits.policyStepsPerRequest),
  readOnlySession: duration(limits.readOnlySession),
  readWriteSession: duration(defaults.readWriteSession),
  longestSession: days(lifetimeBounds.sessionLifetime.max),
  longestMailedKey: days(lifetimeBounds.mailedKeyLifetime.max),
  longestApiKey: days(lifetimeBounds.apiKeyLifetime.max),
  credentialExpiry: duration(defaults.credentialExpiry),
  approvalLifetime: duration(limits.approvalLifetime),
  otpDigits: count(limits.otpDigits, 'digit'),
  otpLifetime: duration(limits.otpLifetime),
  shortestCode: duration(lifetimeBounds.codeLifetime.min),
  longestCode: duration(lifetimeBounds.codeLifetime.max),
  otpMaxAttempts: count(limits.otpMaxAttempts, 'attempt'),
  otpLiveCodes: count(limits.otpLiveCodes, 'code'),
  otpRequestsPerWindow: count(limits.otpRequestsPerWindow, 'code'),
  otpRequestWindow: duration(limits.otpRequestWindow),
  organizationStorage: mebibytes(limits.organizationStorageBytes),
  subOrganizationStorage: mebibytes(limits.subOrganizationStorageBytes),
  userStorage: mebibytes(limits.userStorageBytes),
  pageSize: mebibytes(limits.answerBytes),
  listSize: mebibytes(limits.listBytes),
  storageWindow: duration(limits.storageWindow),
  pageDefault: plain(defaults.pageLimit),
  pageMax: plain(limits.pageMax),
  mnemonicDefault: count(defaults.mnemonicLength, 'word'),
  mnemonicLengths: {
    value: limits.mnemonicLengths,
    unit: 'words',
    text: `${limits.mnemonicLengths.slice(0, -1).join(', ')} or ${limits.mnemonicLengths.at(-1)}`,
  },
  otpSendsPerWindow: plain(limits.otpSendsPerWindow),
  otpTriesPerWindow: plain(limits.otpTriesPerWindow),
  otpContactWindow: duration(limits.otpContactWindow),
  messagesPerSubOrganization: plain(limits.messagesPerSubOrganization),
  nameLength: plain(limits.nameLength),
  pathDepth: plain(limits.pathDepth),
  keysPerRequest: plain(limits.keysPerRequest),
  payloadsPerRequest: plain(limits.payloadsPerRequest),
  connections: plain(limits.connections),
  connectionsPerAddress: plain(limits.connectionsPerAddress),
  maxUsers: plain(resourceLimits.users.parent),
  maxPolicies: plain(resourceLimits.policies.parent),
  maxInvitations: plain(resourceLimits.invitations.parent),
  maxTags: plain(resourceLimits.tags.parent),
  maxTagsSubOrganization: plain(resourceLimits.tags.subOrganization),
  maxWallets: plain(resourceLimits.wallets.parent),
  maxPrivateKeys: plain(resourceLimits.privateKeys.parent),
  maxAuthenticators: plain(resourceLimits.authenticators.parent),
  maxApiKeys: plain(resourceLimits.apiKeys.parent),
  maxExpiringApiKeys: plain(resourceLimits.expiringApiKeys.parent),
  maxReadOnlySessions: plain(resourceLimits.readOnlySessions.parent),
  maxOauthProviders: plain(resourceLimits.oauthProviders.parent),
  emailLogoSize: {
    value: [limits.emailLogoWidth, limits.emailLogoHeight],
    unit: 'pixels',
    text: `${limits.emailLogoWidth}×${limits.emailLogoHeight} pixels`,
  },
} as const satisfies Record<string, Fact>

export type FactName = keyof typeof facts

function plain(value: number): Fact {
  return { value, unit: '', text: formatNumber(value) }
}

function count(value: number, unit: string): Fact {
  const units = value === 1 ? unit : `${unit}s`
  return { value, unit: units, text: `${formatNumber(value)} ${units}` }
}

function duration(seconds: number): Fact {
  return { value: seconds, unit: 'seconds', text: formatDuration(seconds) }
}

function days(seconds: number): Fact {
  const amount = seconds / 86_400
  return { value: seconds, unit: 'seconds', text: `${formatNumber(amount)} ${amount === 1 ? 'day' : 'days'}` }
}

function mebibytes(bytes: number): Fact {
  const amount = bytes / 1_048_576
  return { value: bytes, unit: 'bytes', text: `${formatNumber(amount)} MiB` }
}

/** Separates thousands with commas. */
export function formatNumber(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',')
}

/** Formats seconds in the largest unit that gives a whole number: 900 is `15 minutes`. */
export function formatDuration(seconds: number): string {
  const [size, unit] = DURATION_UNITS.find(([length]) => seconds % length === 0)!
  const amount = seconds / size
  return `${amount} ${unit}${amount === 1 ? '' : 's'}`
}

// Without days, because `24 hours` reads better for an approval.
