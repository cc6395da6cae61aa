/** Limits that strangers share with a user: what a stranger can request evicts nothing that the user has proven. */
import { type LimitedResource, limits, resourceLimits } from '@keywright/contract'
import { describe, expect, it } from 'vitest'
import {
  ALICE,
  addSubOrganization,
  apiKeyStamper,
  type Client,
  createTargetKey,
  createTestEngine,
  newCode,
  sessionStamper,
  type TestEngine,
} from '../../test/support/index.ts'

/** What happens at each limit. A new limit must be added here, and if it evicts, to the test below. */
const AT_LIMIT = {
  subOrganizations: 'rejects',
  users: 'rejects',
  policies: 'rejects',
  invitations: 'rejects',
  tags: 'rejects',
  wallets: 'rejects',
  walletAccounts: 'rejects',
  privateKeys: 'rejects',
  webhookEndpoints: 'rejects',
  smartContractInterfaces: 'rejects',
  authenticators: 'rejects',
  apiKeys: 'rejects',
  expiringApiKeys: 'evicts',
  readOnlySessions: 'evicts',
  oauthProviders: 'rejects',
} as const satisfies Record<LimitedResource, 'rejects' | 'evicts'>

const evicting = (Object.keys(AT_LIMIT) as LimitedResource[]).filter((name) => AT_LIMIT[name] === 'evicts')

/** Requests about a user that need neither the user's credential, mailbox nor phone. */
const BY_STRANGERS: readonly (readonly [string, (engine: TestEngine, parent: Client) => Promise<unknown>])[] =
  [
    ...[false, true].map(
      (invalidateExisting) =>
        [
          `email_auth${invalidateExisting ? ' that ends others' : ''}`,
          (engine: TestEngine, parent: Client) =>
            parent.run('ACTIVITY_TYPE_EMAIL_AUTH', {
              email: ALICE.userEmail,
              targetPublicKey: createTargetKey(engine.random).targetPublicKey,
              invalidateExisting,
            }),
        ] as const,
    ),
    [
      'init_user_email_recovery',
      (engine, parent) =>
        parent.run('ACTIVITY_TYPE_INIT_USER_EMAIL_RECOVERY', {
          email: ALICE.userEmail,
          targetPublicKey: createTargetKey(engine.random).targetPublicKey,
        }),
    ],
    [
      'init_otp_auth',
      (_engine, parent) =>
        parent.run('ACTIVITY_TYPE_INIT_OTP_AUTH', { otpType: 'OTP_TYPE_EMAIL', contact: ALICE.userEmail }),
    ],
  ]

describe('requests of strangers', () => {
  it.each(BY_STRANGERS)('%s: at the limit of messages, evict no session', async (_, request) => {
    const engine = createTestEngine('shared limits')
    const { root } = await engine.organization()
    const { alice, parent, organizationId } = await addSubOrganization(engine, root)
    const clientOf = (stamper: ReturnType<typeof apiKeyStamper>) => engine.client(organizationId, stamper)
    const login = async () => {
      const key = engine.apiKey()
      await alice.run('ACTIVITY_TYPE_STAMP_LOGIN', { publicKey: key.publicKey, expirationSeconds: '86400' })
      return clientOf(apiKeyStamper(key))
    }
    const used = await login()
    const unused = await login()
    const { session } = await used.run('ACTIVITY_TYPE_CREATE_READ_ONLY_SESSION', {})
    const reader = engine.client(organizationId, sessionStamper(session))
    await reader.query('whoami')
    const most = Math.max(...evicting.map((name) => resourceLimits[name].parent ?? 0))
    let sent = 0
    // Several windows, so that more requests succeed than any pool holds.
    for (let window = 0; window < 2; window++) {
      for (let n = 0; n < limits.otpSendsPerWindow; n++) {
        const isSent = await request(engine, parent).then(
          () => true,
          () => false,
        )
        if (isSent) sent++
        engine.clock.advance({ seconds: 60 })
      }
      engine.clock.advance({ seconds: limits.otpContactWindow })
    }
    expect(sent).toBeGreaterThanOrEqual(Math.min(most, 2 * limits.otpLiveCodes))
    for (const client of [used, unused, reader]) await client.query('whoami')
  })

  it.each(BY_STRANGERS)('%s: leaves a code that was sent before valid', async (_, request) => {
    const engine = createTestEngine('shared codes')
    const { root } = await engine.organization()
    const { parent } = await addSubOrganization(engine, root)
    const code = await newCode(engine, parent, ALICE.userEmail, 'ACTIVITY_TYPE_INIT_OTP_AUTH')
    for (let n = 0; n < limits.otpSendsPerWindow; n++) {
      engine.clock.advance({ seconds: 20 })
      await request(engine, parent).catch(() => undefined)
    }
    const { targetPublicKey } = createTargetKey(engine.random)
    await parent.run('ACTIVITY_TYPE_OTP_AUTH', { ...code, targetPublicKey })
  })
})
