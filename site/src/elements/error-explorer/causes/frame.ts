/** The bytes of a request, its members and its times. */
import { limits } from '@keywright/contract'
import type { Cause } from '../prober.ts'
import { ACCOUNT, framed, NOBODY, user, wallet } from './requests.ts'

export const frameCauses = {
  BODY_MALFORMED: (prober) => prober.post('query/whoami', '{"organizationId":'),
  BODY_NOT_OBJECT: (prober) => prober.post('query/whoami', '[]'),
  BODY_TOO_LARGE: (prober) => prober.post('query/whoami', ' '.repeat(limits.bodyBytes + 1)),
  BODY_TOO_DEEP: (prober) =>
    prober.post('query/whoami', '['.repeat(limits.bodyDepth + 1) + ']'.repeat(limits.bodyDepth + 1)),
  WORK_LIMIT_EXCEEDED: wallet({
    accounts: Array.from({ length: limits.keysPerRequest + 1 }, (_, index) => ({
      ...ACCOUNT,
      path: `m/44'/60'/0'/0/${index}`,
    })),
  }),
  PATH_NOT_FOUND: (prober) => prober.query('who_am_i'),
  METHOD_NOT_ALLOWED: (prober) => prober.send('GET', '/public/v1/query/whoami'),
  MEMBER_MISSING: (prober) => prober.submit('CREATE_WALLET', { accounts: [] }),
  MEMBER_TYPE: wallet({ walletName: 1 }),
  MEMBER_UNKNOWN: wallet({ color: 'red' }),
  ENUM_UNKNOWN: wallet({ accounts: [{ ...ACCOUNT, curve: 'CURVE_P521' }] }),
  MEMBER_DUPLICATE: (prober) => prober.post('query/whoami', '{"organizationId":"a","organizationId":"b"}'),
  CHARACTER_HIDDEN: wallet({ walletName: 'Treasury\u202e' }),
  NAME_LENGTH: wallet({ walletName: '' }),
  EMAIL_MALFORMED: user({ userEmail: 'alice at example.com' }),
  PHONE_NUMBER_MALFORMED: user({ userPhoneNumber: '555-0123' }),
  TIMESTAMP_MALFORMED: framed({ timestampMs: 'noon' }),
  ACTIVITY_TYPE_UNKNOWN: framed({ type: 'ACTIVITY_TYPE_CREATE_WALET' }),
  ACTIVITY_TYPE_MISMATCH: framed({ type: 'ACTIVITY_TYPE_DELETE_WALLETS' }),
  ORGANIZATION_ID_MALFORMED: (prober) => prober.query('whoami', { organizationId: 'mine' }),
  ORGANIZATION_NOT_FOUND: (prober) => prober.query('whoami', { organizationId: NOBODY }),
  TIMESTAMP_TOO_OLD: framed({ timestampMs: '1' }),
  TIMESTAMP_TOO_FAR_AHEAD: (prober) => framed({ timestampMs: String(prober.tick() + 3_600_000) })(prober),
  PAGE_LIMIT_OUT_OF_RANGE: (prober) =>
    prober.query('list_activities', { paginationOptions: { limit: '1000' } }),
  CURSOR_INVALID: (prober) => prober.query('list_activities', { paginationOptions: { after: NOBODY } }),
  HOST_INPUT_INVALID: (prober) => prober.send('POST', '/dev/clock/advance', '{"seconds":-1}'),
  HOST_RESOURCE_NOT_FOUND: (prober) => prober.send('GET', '/dev/webhook'),
} as const satisfies Readonly<Record<string, Cause>>
