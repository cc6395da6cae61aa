/**
 * Everything that callers can make grow: its owner, its limit, and what happens at the limit. Limits on numbers of
 * objects are in `resourceLimits`.
 */
import type { ErrorCode } from './errors.ts'
import { facts, formatDuration, formatNumber } from './facts.ts'
import { type LimitedResource, lifetimeBounds, limits, objectBytesOf } from './limits.ts'

/** The owner of a count. */
export type Owner = 'organization' | 'user' | 'contact' | 'visitor' | 'address' | 'server process' | 'request'

export interface Growth {
  readonly title: string
  /** What happens at the limit: an error, or an effect in words. */
  readonly beyond: { readonly error: ErrorCode } | { readonly effect: string }
  /** The test that reaches the limit: file, and a part of its name. */
  readonly test: `${string}.ts#${string}`
}

const RESOURCES = 'engine/src/resources'
const full = { error: 'RESOURCE_LIMIT_REACHED' } as const
const credentialsFull = { error: 'CREDENTIAL_LIMIT_REACHED' } as const

/** Objects; their owners and bounds are in `resourceLimits`. */
export const objectGrowth: Readonly<Record<LimitedResource, Growth>> = {
  subOrganizations: {
    title: 'Sub-organizations',
    beyond: { error: 'PARENT_ORGANIZATION_ONLY' },
    test: `${RESOURCES}/organizations.test.ts#rejects a quorum that cannot be reached, and nesting`,
  },
  users: { title: 'Users', beyond: full, test: `${RESOURCES}/limits.test.ts#resource limits` },
  policies: {
    title: 'Policies',
    beyond: full,
    test: `${RESOURCES}/policies.test.ts#creates several or none, and at most a hundred`,
  },
  invitations: {
    title: 'Invitations',
    beyond: full,
    test: `${RESOURCES}/invitations.test.ts#rejects the hundred and first`,
  },
  tags: {
    title: 'Tags',
    beyond: full,
    test: `${RESOURCES}/userTags.test.ts#are limited to a hundred in a parent and ten in a sub-organization`,
  },
  wallets: { title: 'Wallets', beyond: full, test: `${RESOURCES}/limits.test.ts#resource limits` },
  walletAccounts: {
    title: 'Wallet accounts',
    beyond: { effect: 'none' },
    test: 'engine/src/work/hostile.slow.test.ts#more accounts than one request may make',
  },
  privateKeys: { title: 'Private keys', beyond: full, test: `${RESOURCES}/limits.test.ts#resource limits` },
  webhookEndpoints: {
    title: 'Webhook endpoints',
    beyond: full,
    test: 'engine/src/work/hostile.slow.test.ts#300 webhook endpoints',
  },
  authenticators: {
    title: 'Authenticators of a user',
    beyond: credentialsFull,
    test: `${RESOURCES}/authenticators.test.ts#rejects an eleventh passkey of a user`,
  },
  apiKeys: {
    title: 'Long-lived API keys of a user',
    beyond: credentialsFull,
    test: `${RESOURCES}/apiKeys.test.ts#rejects an eleventh long-lived key`,
  },
  expiringApiKeys: {
    title: 'Expiring API keys of a user',
    beyond: { effect: 'an expired key is removed or, if none has expired, the oldest' },
    test: `${RESOURCES}/apiKeys.test.ts#rejects an eleventh long-lived key`,
  },
  readOnlySessions: {
    title: 'Read-only sessions of a user',
    beyond: { effect: 'the oldest session ends' },
    test: `${RESOURCES}/openSessions.test.ts#the eleventh read-only session ends the oldest`,
  },
  oauthProviders: {
    title: 'OAuth providers of a user',
    beyond: credentialsFull,
    test: `${RESOURCES}/oauthProviders.test.ts#an eleventh`,
  },
}

/** What grows in bytes, messages, tries or connections. */
export interface OtherGrowth extends Growth {
  readonly owner: Owner
  readonly bound: string
}

const within = (count: number, seconds: number) => `${formatNumber(count)} per ${formatDuration(seconds)}`
const quota = (bytes: string) =>
  `${bytes} per ${facts.storageWindow.text}, unless the operator sets another quota`

export const otherGrowth = {
  organizationStorage: {
    title: 'Bytes stored by requests',
    owner: 'organization',
    bound: quota(
      `${facts.organizationStorage.text}, ${facts.subOrganizationStorage.text} for a sub-organization,`,
    ),
    beyond: { error: 'STORAGE_LIMIT_REACHED' },
    test: 'engine/src/work/storage.test.ts#stops its root users, but not other organizations',
  },
  userStorage: {
    title: 'Bytes stored by requests without a grant',
    owner: 'user',
    bound: quota(facts.userStorage.text),
    beyond: { error: 'STORAGE_LIMIT_REACHED' },
    test: 'engine/src/work/storage.test.ts#of a user without a grant, but not those of others',
  },
  objectBytes: {
    title: 'Bytes of an object, including its texts and lists',
    owner: 'request',
    bound: `${formatNumber(objectBytesOf('users'))}; ${formatNumber(objectBytesOf('privateKeys'))} for a private key, ${formatNumber(objectBytesOf('webhookEndpoints'))} for a webhook endpoint`,
    beyond: { error: 'OBJECT_TOO_LARGE' },
    test: 'engine/src/work/answers.slow.test.ts#the longest response stays within its limit',
  },
  listBytes: {
    title: 'Response of a list without pagination',
    owner: 'request',
    bound: facts.listSize.text,
    beyond: { effect: 'cannot be reached: the size and number of objects are limited' },
    test: 'engine/src/work/answers.slow.test.ts#the longest response stays within its limit',
  },
  pageBytes: {
    title: 'Size of a page of activities',
    owner: 'request',
    bound: `${facts.pageSize.text}, at least one activity`,
    beyond: { effect: 'the page is shorter than its limit' },
    test: 'engine/src/work/padding.test.ts#respects the byte limit of responses',
  },
  body: {
    title: 'Bytes of a request body',
    owner: 'request',
    bound: `${formatNumber(limits.bodyBytes)}; ${formatNumber(limits.smallBodyBytes)} for queries, votes, credentials, sign-in, invitations and webhooks`,
    beyond: { error: 'BODY_TOO_LARGE' },
    test: 'engine/src/work/padding.test.ts#whitespace within the limit of the call',
  },
  bodyPadding: {
    title: 'Bytes of a submit body, relative to its fields in compact JSON',
    owner: 'request',
    bound: `${limits.bodyPaddingFactor} times as many, plus ${formatNumber(limits.bodyPaddingBytes)}`,
    beyond: { error: 'BODY_TOO_LARGE' },
    test: 'engine/src/work/padding.test.ts#an unknown member',
  },
  otpLiveCodes: {
    title: 'Active one-time codes',
    owner: 'user',
    bound: formatNumber(limits.otpLiveCodes),
    beyond: { error: 'OTP_LIMIT_REACHED' },
    test: `${RESOURCES}/auth.test.ts#keeps three codes of a user valid`,
  },
  sends: {
    title: 'Codes, sign-in emails, recovery emails and invitations',
    owner: 'contact',
    bound: within(limits.otpSendsPerWindow, limits.otpContactWindow),
    beyond: { error: 'MESSAGE_LIMIT_REACHED' },
    test: `${RESOURCES}/auth/counted.test.ts#are counted together across calls`,
  },
  tries: {
    title: 'Wrong one-time codes',
    owner: 'contact',
    bound: within(limits.otpTriesPerWindow, limits.otpContactWindow),
    beyond: { error: 'OTP_LIMIT_REACHED' },
    test: `${RESOURCES}/auth.test.ts#limits wrong tries and codes per contact`,
  },
  codeRequests: {
    title: 'Codes for one `userIdentifier`',
    owner: 'visitor',
    bound: within(limits.otpRequestsPerWindow, limits.otpRequestWindow),
    beyond: { error: 'OTP_LIMIT_REACHED' },
    test: `${RESOURCES}/auth.test.ts#sends three codes per three minutes per identifier`,
  },
  codesAndTokens: {
    title: 'Stored codes, verification tokens and counts',
    owner: 'contact',
    bound: `until they expire, at most ${formatDuration(Math.max(lifetimeBounds.codeLifetime.max, lifetimeBounds.tokenLifetime.max))}`,
    beyond: { effect: 'removed during later sign-ins' },
    test: `${RESOURCES}/auth.test.ts#purges codes, tokens and counts by expiry`,
  },
  connectionsPerAddress: {
    title: 'Open connections of one address, or of one /64 IPv6 network',
    owner: 'address',
    bound: formatNumber(limits.connectionsPerAddress),
    beyond: { effect: 'the connection that has waited longest for its client is closed' },
    test: 'server/src/http/boundConnections.test.ts#sent give way to a new connection of the same client',
  },
  connections: {
    title: 'Open connections',
    owner: 'server process',
    bound: formatNumber(limits.connections),
    beyond: { effect: 'the connection that has waited longest for its client is closed' },
    test: 'server/src/http/boundConnections.test.ts#of 1,000 connections do not block other clients',
  },
} as const satisfies Record<string, OtherGrowth>

/** Text of a bound in tables: the error, or the effect. */
export const beyondText = ({ beyond }: Growth): string =>
  'error' in beyond ? `\`${beyond.error}\`` : beyond.effect
