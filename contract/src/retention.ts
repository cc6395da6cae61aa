/** How long each kind of record is kept, why, and what removes it. */
import { formatDuration, formatNumber } from './facts.ts'
import { lifetimeBounds, limits, resourceLimits } from './limits.ts'

export interface Retention {
  /** Name of the record. */
  readonly record: string
  readonly kept: string
  readonly reason: string
  /** What removes it, and in which batches. No caller waits for more than one batch. */
  readonly removedBy: string
}

const { max } = lifetimeBounds.sessionLifetime
const tries = 'about two days of tries'

export const retentions = {
  activities: {
    record: 'Activities, with votes and results',
    kept: 'without end, also after the organization is deleted',
    reason: 'they are the record of who asked for what, and who approved it',
    removedBy: 'nothing; the storage quota bounds how fast they grow',
  },
  journal: {
    record: 'Journal entries',
    kept: 'until the operator prunes them',
    reason: 'replaying them shows that the tables hold what was committed',
    removedBy: `\`keywright journal prune\`, in batches of ${formatNumber(limits.prunedPerCommit)}`,
  },
  userVersions: {
    record: 'Names, contacts and credentials of users, once per change',
    kept: 'without end, also after the user is deleted, until the operator erases them',
    reason: 'they show who voted, and with which credentials',
    removedBy: '`keywright journal erase`, for one deleted user',
  },
  readWriteSessions: {
    record: 'Read-write sessions and other expiring API keys',
    kept: `until they expire, at most ${formatDuration(max)} for a session; then until another key takes their place`,
    reason: 'an expired key tells its holder so',
    removedBy: `the next expiring key beyond ${resourceLimits.expiringApiKeys.parent} of the user, \`delete_api_keys\`, or the removal of what opened them`,
  },
  readOnlySessions: {
    record: 'Read-only sessions',
    kept: `${formatDuration(limits.readOnlySession)}; then until the next one of the user`,
    reason: 'a session can be listed and ended while it is open',
    removedBy:
      'the next read-only session of the user, `delete_api_keys`, or the removal of what opened them',
  },
  codes: {
    record: 'One-time codes and verification tokens',
    kept: 'until they are used or expire; then until the next sign-in message of the organization',
    reason: 'wrong tries count against the code',
    removedBy: `each new sign-in message, up to ${limits.purgedPerRequest} expired records and what it enters itself`,
  },
  codeCounters: {
    record: 'Counters of sign-in messages and wrong tries, by contact',
    kept: `${formatDuration(limits.otpContactWindow)}; then until the next sign-in message of the organization`,
    reason: 'limits hold although codes are used up',
    removedBy: `each new sign-in message, up to ${limits.purgedPerRequest} expired records and what it enters itself`,
  },
  imports: {
    record: 'Import targets',
    kept: 'until the import, or the next import target of the user',
    reason: 'the bundle must be opened with the key that it was sealed to',
    removedBy: 'the import or the next init call',
  },
  deliveries: {
    record: 'Webhook deliveries, emails and text messages',
    kept: `until they are accepted, at most ${tries}`,
    reason: 'a receiver may be away',
    removedBy: 'the delivery itself, up to 8 messages at a time',
  },
  storageCounters: {
    record: 'Storage counters',
    kept: 'without end, one per organization and user',
    reason: 'they bound what the organization and each user store',
    removedBy: 'nothing; their number is bounded',
  },
} as const satisfies Record<string, Retention>
