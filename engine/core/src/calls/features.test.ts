import { describe, expect, it } from 'vitest'
import type { SubmitType } from '../../test/callCoverage/accepted/index.ts'
import {
  addSubOrganization,
  addUser,
  allow,
  apiKeyStamper,
  createTargetKey,
  refusalOf,
  seededRandom,
} from '../../test/support/index.ts'
import { engine, inOrganization, refused, root } from '../../test/support/setting.ts'

const BY_EMAIL = {
  email: 'alice@example.com',
  targetPublicKey: createTargetKey(seededRandom('features')).targetPublicKey,
}

inOrganization('features', { settings: { ownOrigins: ['https://keys.example.net'] } })

const set = (name: string, value = '') =>
  root.run('ACTIVITY_TYPE_SET_ORGANIZATION_FEATURE', { name: name as 'FEATURE_NAME_WEBHOOK', value })

describe('features', () => {
  it('sets, changes and removes features, and returns all that are on', async () => {
    await set('FEATURE_NAME_EMAIL_AUTH')
    await set('FEATURE_NAME_WEBAUTHN_ORIGINS', 'https://a.example.com')
    const { features } = await set('FEATURE_NAME_WEBAUTHN_ORIGINS', 'http://localhost:5173')
    expect(features).toEqual([
      { name: 'FEATURE_NAME_EMAIL_AUTH', value: '' },
      { name: 'FEATURE_NAME_WEBAUTHN_ORIGINS', value: 'http://localhost:5173' },
    ])
    const remove = () =>
      root.run('ACTIVITY_TYPE_REMOVE_ORGANIZATION_FEATURE', { name: 'FEATURE_NAME_EMAIL_AUTH' })
    const after = [{ name: 'FEATURE_NAME_WEBAUTHN_ORIGINS', value: 'http://localhost:5173' }]
    expect(await remove()).toEqual({ features: after })
    engine.clock.advance({ seconds: 1 })
    expect(await remove()).toEqual({ features: after })
    expect((await root.query('get_organization_configs')).configs.features).toEqual(after)
  })

  it('accepts the origin of an Android app, which is not a URL', async () => {
    const value = 'android:apk-key-hash:d8OVV2zZYuQi3bYzY1VqV0m6w0n4LbqbUUlqGZLSiqo'
    const { features } = await set('FEATURE_NAME_WEBAUTHN_ORIGINS', value)
    expect(features).toContainEqual({ name: 'FEATURE_NAME_WEBAUTHN_ORIGINS', value })
  })

  it.each([
    ['the origin of an app without its key', 'android:apk-key-hash:'],
    ['two origins', 'https://a.example.com,https://b.example.com'],
    ['a path', 'https://a.example.com/'],
    ['a wildcard', 'https://*.example.com'],
    ['plain http', 'http://a.example.com'],
    ['no origin', 'a.example.com'],
    ['nothing', ''],
    ['an opaque origin', 'data:text/plain,a'],
    ['an origin of the service itself', 'https://keys.example.net'],
  ])('rejects %s as WebAuthn origin', async (_what, value) => {
    const attempt = () => set('FEATURE_NAME_WEBAUTHN_ORIGINS', value)
    expect(await refused(attempt)).toBe('FEATURE_VALUE_INVALID')
  })

  it.each(['hooks.example.com', 'http://hooks.example.com', 'https://127.0.0.1/x', 'https://[::1]/', ''])(
    'rejects `%s` as webhook',
    async (value) => {
      expect(await refused(() => set('FEATURE_NAME_WEBHOOK', value))).toBe('FEATURE_VALUE_INVALID')
    },
  )

  it('is reserved for the root quorum, whatever policies allow', async () => {
    const { client, userId } = await addUser(engine, root, 'bob')
    await allow(root, 'true', `approvers.any(a, a.id == '${userId}')`)
    for (const attempt of [
      () =>
        client.submit('ACTIVITY_TYPE_SET_ORGANIZATION_FEATURE', {
          name: 'FEATURE_NAME_EMAIL_AUTH',
          value: '',
        }),
      () => client.submit('ACTIVITY_TYPE_REMOVE_ORGANIZATION_FEATURE', { name: 'FEATURE_NAME_EMAIL_AUTH' }),
    ]) {
      expect(await refused(attempt)).toBe('ROOT_QUORUM_ONLY')
    }
  })

  it.each<[string, SubmitType, object]>([
    ['disableEmailAuth', 'ACTIVITY_TYPE_EMAIL_AUTH', BY_EMAIL],
    ['disableEmailRecovery', 'ACTIVITY_TYPE_INIT_USER_EMAIL_RECOVERY', BY_EMAIL],
    [
      'disableOtpEmailAuth',
      'ACTIVITY_TYPE_INIT_OTP_AUTH',
      { otpType: 'OTP_TYPE_EMAIL', contact: 'a@example.com' },
    ],
    ['disableSmsAuth', 'ACTIVITY_TYPE_INIT_OTP', { otpType: 'OTP_TYPE_SMS', contact: '+15555550123' }],
  ])('%s disables %s for every sender', async (flag, type, parameters) => {
    const organization = { [flag]: true }
    const { alice, parent, organizationId } = await addSubOrganization(engine, root, { organization })
    for (const client of [alice, parent]) {
      const attempt = () => client.submit(type, parameters as never)
      expect(await refusalOf(engine, organizationId, attempt)).toBe('FEATURE_DISABLED')
    }
  })

  it('keeps the last sign-in method of a user without a credential', async () => {
    const key = engine.apiKey()
    const { subOrganizationId } = await root.run('ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V7', {
      subOrganizationName: 'pregenerated',
      rootUsers: [
        {
          userName: 'alice',
          userEmail: 'alice@example.com',
          apiKeys: [],
          authenticators: [],
          oauthProviders: [],
        },
        {
          userName: 'service',
          apiKeys: [{ apiKeyName: 'k', publicKey: key.publicKey, curveType: key.curve }],
          authenticators: [],
          oauthProviders: [],
        },
      ],
      rootQuorumThreshold: 1,
      disableEmailAuth: true,
      disableOtpEmailAuth: true,
    })
    const service = engine.client(subOrganizationId, apiKeyStamper(key))
    const attempt = () =>
      service.submit('ACTIVITY_TYPE_REMOVE_ORGANIZATION_FEATURE', { name: 'FEATURE_NAME_EMAIL_RECOVERY' })
    expect(await refusalOf(engine, subOrganizationId, attempt)).toBe('LAST_CREDENTIAL')
    await service.run('ACTIVITY_TYPE_REMOVE_ORGANIZATION_FEATURE', { name: 'FEATURE_NAME_SMS_AUTH' })
  })
})
