import { describe, expect, expectTypeOf, it } from 'vitest'
import {
  type ActivityType,
  activityTypes,
  type CallName,
  callList,
  calls,
  enums,
  findCall,
  findCallOfType,
  type IntentOf,
  isFinal,
  memberKey,
  nextStatuses,
  type QueryName,
  type RequestOf,
  type ResponseOf,
  type ResultOf,
  type SubmitBody,
  type SubmitName,
  type Vote,
  versionOf,
  type Wallet,
} from './index.ts'

describe('the calls', () => {
  it('are found by their path, and by nothing else', () => {
    for (const call of callList) expect(findCall(call.path)).toBe(call)
    expect(findCall('/public/v1/query/whoami')?.name).toBe('whoami')
    for (const path of [
      '/public/v1/submit/whoami',
      '/public/v1/query/whoami/',
      '/PUBLIC/v1/query/whoami',
      '',
      '__proto__',
    ]) {
      expect(findCall(path)).toBeUndefined()
    }
  })

  it('accept each activity type on one path, and enumerate exactly those', () => {
    expect(new Set(activityTypes).size).toBe(activityTypes.length)
    expect([...enums.ActivityType].sort()).toEqual([...activityTypes].sort())
    for (const type of activityTypes) {
      expect(findCallOfType(type)?.versions.map((version) => version.type)).toContain(type)
    }
  })

  // The result key that public clients read after posting each type: a wrong one loses fields silently.
  it.each([
    ['ACTIVITY_TYPE_CREATE_API_KEYS_V2', 'createApiKeysIntentV2', 'createApiKeysResult'],
    ['ACTIVITY_TYPE_CREATE_AUTHENTICATORS_V2', 'createAuthenticatorsIntentV2', 'createAuthenticatorsResult'],
    [
      'ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS_V2',
      'createOauthProvidersIntentV2',
      'createOauthProvidersResultV2',
    ],
    ['ACTIVITY_TYPE_CREATE_POLICY_V3', 'createPolicyIntentV3', 'createPolicyResult'],
    ['ACTIVITY_TYPE_CREATE_PRIVATE_KEYS_V2', 'createPrivateKeysIntentV2', 'createPrivateKeysResultV2'],
    [
      'ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2',
      'createReadWriteSessionIntentV2',
      'createReadWriteSessionResultV2',
    ],
    [
      'ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V2',
      'createSubOrganizationIntentV2',
      'createSubOrganizationResult',
    ],
    [
      'ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V7',
      'createSubOrganizationIntentV7',
      'createSubOrganizationResultV7',
    ],
    [
      'ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V8',
      'createSubOrganizationIntentV8',
      'createSubOrganizationResultV8',
    ],
    ['ACTIVITY_TYPE_CREATE_USERS_V4', 'createUsersIntentV4', 'createUsersResult'],
    ['ACTIVITY_TYPE_EMAIL_AUTH_V3', 'emailAuthIntentV3', 'emailAuthResult'],
    ['ACTIVITY_TYPE_INIT_OTP_AUTH_V3', 'initOtpAuthIntentV3', 'initOtpAuthResultV2'],
    ['ACTIVITY_TYPE_INIT_OTP_V3', 'initOtpIntentV3', 'initOtpResultV2'],
    [
      'ACTIVITY_TYPE_INIT_USER_EMAIL_RECOVERY_V2',
      'initUserEmailRecoveryIntentV2',
      'initUserEmailRecoveryResult',
    ],
    ['ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2', 'signRawPayloadIntentV2', 'signRawPayloadResult'],
    ['ACTIVITY_TYPE_SIGN_TRANSACTION_V2', 'signTransactionIntentV2', 'signTransactionResult'],
    ['ACTIVITY_TYPE_UPDATE_POLICY_V2', 'updatePolicyIntentV2', 'updatePolicyResultV2'],
    ['ACTIVITY_TYPE_VERIFY_OTP_V2', 'verifyOtpIntentV2', 'verifyOtpResult'],
    ['ACTIVITY_TYPE_OTP_LOGIN_V2', 'otpLoginIntentV2', 'otpLoginResult'],
    ['ACTIVITY_TYPE_STAMP_LOGIN', 'stampLoginIntent', 'stampLoginResult'],
    ['ACTIVITY_TYPE_APPROVE_ACTIVITY', 'approveActivityIntent', null],
  ] as const)('name the members of %s', (type, intentKey, resultKey) => {
    expect(versionOf(type)).toMatchObject({ type, intentKey, resultKey })
  })

  it('post the newest version', () => {
    expect(calls.create_sub_organization.postedType).toBe('ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V8')
    expect(calls.create_wallet.postedType).toBe('ACTIVITY_TYPE_CREATE_WALLET')
    for (const call of callList) {
      if (call.kind === 'query') continue
      const versions = (call.versions as readonly { version: number }[]).map((one) => one.version)
      expect(versions).toEqual(versions.map((_, index) => index + 1))
    }
  })

  it('say who may allow them', () => {
    const named = (authority: string) =>
      callList.flatMap((call) => (call.kind === 'submit' && call.authority === authority ? call.name : []))
    expect(named('root').sort()).toEqual([
      'remove_organization_feature',
      'set_organization_feature',
      'update_organization_name',
      'update_root_quorum',
    ])
    expect(named('vote').sort()).toEqual(['approve_activity', 'reject_activity'])
  })

  it('name resource and action for policies, and none for votes', () => {
    expect([calls.sign_transaction.resource, calls.sign_transaction.action]).toEqual(['PRIVATE_KEY', 'SIGN'])
    expect([calls.init_user_email_recovery.resource, calls.init_user_email_recovery.action]).toEqual([
      'RECOVERY',
      'CREATE',
    ])
    expect(calls.remove_organization_feature.action).toBe('REMOVE')
    for (const call of callList) {
      if (call.kind === 'query') continue
      expect(call.resource === null, call.name).toBe(call.authority === 'vote')
      expect(call.action === null, call.name).toBe(call.authority === 'vote')
    }
  })
})

describe('memberKey', () => {
  it('keeps the version at the end', () => {
    expect(memberKey('ACTIVITY_TYPE_CREATE_POLICY_V3', 'Intent')).toBe('createPolicyIntentV3')
    expect(memberKey('ACTIVITY_TYPE_OAUTH', 'Result')).toBe('oauthResult')
  })
})

describe('statuses', () => {
  it('lead somewhere or are final', () => {
    const final = enums.ActivityStatus.filter(isFinal)
    expect(final.sort()).toEqual([
      'ACTIVITY_STATUS_COMPLETED',
      'ACTIVITY_STATUS_FAILED',
      'ACTIVITY_STATUS_REJECTED',
    ])
    expect(Object.keys(nextStatuses).sort()).toEqual([...enums.ActivityStatus].sort())
  })
})

describe('the types', () => {
  it('follow from the schemas', () => {
    expectTypeOf<CallName>().toEqualTypeOf<QueryName | SubmitName>()
    expectTypeOf<RequestOf<'get_wallet'>>().toEqualTypeOf<{ organizationId: string; walletId: string }>()
    expectTypeOf<ResponseOf<'get_wallet'>>().toEqualTypeOf<{ wallet: Wallet }>()
    expectTypeOf<IntentOf<'ACTIVITY_TYPE_UPDATE_ROOT_QUORUM'>>().toEqualTypeOf<{
      threshold: number
      userIds: string[]
    }>()
    expectTypeOf<ResultOf<'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2'>>().toEqualTypeOf<{
      r: string
      s: string
      v: string
    }>()
    expectTypeOf<IntentOf<'ACTIVITY_TYPE_CREATE_WALLET'>['mnemonicLength']>().toEqualTypeOf<
      number | undefined
    >()
    expectTypeOf<Vote['selection']>().toEqualTypeOf<'VOTE_SELECTION_APPROVED' | 'VOTE_SELECTION_REJECTED'>()
    expectTypeOf<SubmitBody<'sign_transaction'>['type']>().toEqualTypeOf<
      'ACTIVITY_TYPE_SIGN_TRANSACTION' | 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2'
    >()
    expectTypeOf<(typeof activityTypes)[number]>().toEqualTypeOf<ActivityType>()
  })

  it('refuse what the contract does not have', () => {
    // @ts-expect-error no such call
    const path = calls.create_bank?.path
    // @ts-expect-error walletName is missing
    const intent: IntentOf<'ACTIVITY_TYPE_CREATE_WALLET'> = { accounts: [] }
    // @ts-expect-error not a status
    const status: Parameters<typeof isFinal>[0] = 'DONE'
    expect([path, intent, status]).toHaveLength(3)
  })
})
