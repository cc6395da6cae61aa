import { assert, expect } from 'vitest'
import { story } from '../story.ts'

export const parentsAgreeFirst = story(
  'a parent with two owners starts a sign-in only after both approve',
  async (world) => {
    const { ceo, cto } = await world.organization({ rootUsers: ['ceo', 'cto'], threshold: 2 })
    const userEmail = 'alice@example.com'
    const key = world.apiKey()
    const opened = await ceo.asks('CREATE_SUB_ORGANIZATION_V7', {
      subOrganizationName: 'of alice',
      rootUsers: [
        {
          userName: 'alice',
          userEmail,
          apiKeys: [{ apiKeyName: 'key', publicKey: key.publicKey, curveType: 'API_KEY_CURVE_P256' }],
          authenticators: [],
          oauthProviders: [],
        },
      ],
      rootQuorumThreshold: 1,
    })
    expect(
      (await ceo.reads('list_suborgs')).organizationIds,
      'one owner alone can’t create an organization',
    ).toEqual([])
    await cto.approves(opened)
    const [organizationId] = (await ceo.reads('list_suborgs')).organizationIds as [string]
    world.watch(organizationId)
    const alice = ceo.about({ organizationId }).withKey(key)

    const asked = await ceo.about({ organizationId }).asks('EMAIL_AUTH_V3', {
      email: userEmail,
      targetPublicKey: world.device().targetPublicKey,
      emailCustomization: { appName: 'Acme' },
    })
    expect(asked, 'the other owner has to agree').toMatchObject({
      status: 'ACTIVITY_STATUS_CONSENSUS_NEEDED',
    })
    const mails = await world.host.mails()
    assert(
      mails.every((mail) => mail.organizationId !== organizationId),
      'no email was sent',
    )
    // The parent decides without a vote of the user.
    await world.refuses('ORGANIZATION_MISMATCH', () => alice.approves(asked))
    const done = await cto.about({ organizationId }).approves(asked)
    expect(done, 'both agree').toMatchObject({ status: 'ACTIVITY_STATUS_COMPLETED' })
    assert((await world.mailTo(userEmail, { organizationId })).text.includes('Acme'), 'the email was sent')
  },
)
