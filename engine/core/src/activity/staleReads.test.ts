/** Rows read before an organization's turn don't count once another request has changed them. */
import { oidcNonceOf } from '@keywright/keys'
import { expect, it } from 'vitest'
import {
  addSubOrganization,
  addUser,
  allow,
  apiKeyStamper,
  type CallRefused,
  createTestEngine,
} from '../../test/support/index.ts'
import { createIssuer } from '../../test/support/issuer.ts'

/** The outcome of a login that asks an issuer, if `change` happens while it waits for the issuer. */
async function loginWhile(change: (setting: Awaited<ReturnType<typeof createSetting>>) => Promise<unknown>) {
  const setting = await createSetting()
  const { engine, issuer, service } = setting
  const { publicKey } = engine.apiKey()
  const oidcToken = await issuer.token({ nonce: oidcNonceOf(publicKey) })
  let isChanged = false
  setting.onFetch = async () => {
    if (isChanged) return
    isChanged = true
    await change(setting)
  }
  const outcome = await service.run('ACTIVITY_TYPE_OAUTH_LOGIN', { oidcToken, publicKey }).then(
    () => 'DONE',
    (error: CallRefused) => error.errorCode,
  )
  expect(isChanged).toBe(true)
  return outcome
}

async function createSetting() {
  const issuer = await createIssuer({ now: () => Math.floor(engine.clock() / 1000) })
  const setting = { onFetch: async () => {} }
  const engine = createTestEngine('stale reads', {
    async fetch(url) {
      await setting.onFetch()
      return issuer.fetch(url)
    },
  })
  const { root } = await engine.organization()
  const { key, userId } = await addUser(engine, root, 'service')
  const { policyId } = await allow(root, 'true', `approvers.any(a, a.id == '${userId}')`)
  const sub = await addSubOrganization(engine, root)
  await sub.alice.run('ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS_V2', {
    userId: sub.userId,
    oauthProviders: [{ providerName: 'id', oidcClaims: { iss: issuer.url, sub: 'alice', aud: 'app' } }],
  })
  const service = engine.client(root.organizationId, apiKeyStamper(key)).about(sub.organizationId)
  return Object.assign(setting, { engine, issuer, root, sub, service, userId, policyId })
}

it('signs in when nothing changes', async () => {
  expect(await loginWhile(async () => {})).toBe('DONE')
})

type Change = (setting: Awaited<ReturnType<typeof createSetting>>) => Promise<unknown>

it.each<[what: string, change: Change, errorCode: string]>([
  [
    'the caller, a user of the parent, is deleted',
    ({ root, userId }) => root.run('ACTIVITY_TYPE_DELETE_USERS', { userIds: [userId] }),
    'API_KEY_NOT_FOUND',
  ],
  [
    'the policy of the parent is deleted',
    ({ root, policyId }) => root.run('ACTIVITY_TYPE_DELETE_POLICY', { policyId }),
    'NOT_PERMITTED_BY_POLICY',
  ],
  [
    'the identity is removed from its user',
    async ({ sub }) => {
      const { oauthProviders } = await sub.alice.query('get_oauth_providers', { userId: sub.userId })
      await sub.alice.run('ACTIVITY_TYPE_DELETE_OAUTH_PROVIDERS', {
        userId: sub.userId,
        providerIds: oauthProviders.map(({ providerId }) => providerId),
      })
    },
    'OIDC_TOKEN_INVALID',
  ],
])('rejects the login if %s', async (_what, change, errorCode) => {
  expect(await loginWhile(change)).toBe(errorCode)
})
