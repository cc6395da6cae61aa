import { beforeEach, describe, expect, it } from 'vitest'
import { addUser, createTestEngine, refusalOf, type TestEngine } from '../testing/index.ts'

let engine: TestEngine
let setting: Awaited<ReturnType<TestEngine['organization']>>

beforeEach(async () => {
  engine = createTestEngine('invitations')
  setting = await engine.organization()
})

const invitation = (changes: object = {}) => ({
  receiverUserName: 'bob',
  receiverUserEmail: 'bob@example.com',
  receiverUserTags: [],
  accessType: 'ACCESS_TYPE_ALL' as const,
  senderUserId: setting.rootUserId,
  ...changes,
})
const invite = (...invitations: ReturnType<typeof invitation>[]) =>
  setting.root.run('ACTIVITY_TYPE_CREATE_INVITATIONS', { invitations })
const refused = (attempt: () => Promise<unknown>) => refusalOf(engine, setting.organizationId, attempt)

describe('invitations', () => {
  it('records each invitation and mails it, on one subject line', async () => {
    const { invitationIds } = await invite(
      invitation(),
      invitation({ receiverUserEmail: 'carol@example.com' }),
    )
    expect(new Set(invitationIds).size).toBe(2)
    await engine.idle()
    expect(engine.mails.map((mail) => mail.to)).toEqual(['bob@example.com', 'carol@example.com'])
    expect(engine.mails[0]).toMatchObject({
      subject: 'Invitation to Example',
      template: { kind: 'invitation', invitationId: invitationIds[0], senderName: 'root' },
    })
    expect(engine.mails[0]!.subject).not.toMatch(/[\r\n]/)
  })

  it('creates all or none: an unknown sender, tag or address refuses the list', async () => {
    const unknown = '00000000-0000-4000-8000-000000000000'
    expect(await refused(() => invite(invitation(), invitation({ senderUserId: unknown })))).toEqual([
      404,
      5,
      'USER_NOT_FOUND',
    ])
    expect(await refused(() => invite(invitation(), invitation({ receiverUserTags: [unknown] })))).toEqual([
      404,
      5,
      'RESOURCE_NOT_FOUND',
    ])
    expect(await refused(() => invite(invitation({ receiverUserEmail: 'bob' })))).toEqual([
      400,
      3,
      'EMAIL_MALFORMED',
    ])
    expect(await refused(() => invite(invitation({ accessType: 'ACCESS_TYPE_NONE' })))).toEqual([
      400,
      3,
      'ENUM_UNKNOWN',
    ])
    await engine.idle()
    expect(engine.mails).toEqual([])
  })

  it('deletes once', async () => {
    const { invitationIds } = await invite(invitation())
    const invitationId = invitationIds[0]!
    const remove = () => setting.root.run('ACTIVITY_TYPE_DELETE_INVITATION', { invitationId })
    expect(await remove()).toEqual({ invitationId })
    engine.clock.advance({ seconds: 1 })
    expect(await refused(remove)).toEqual([404, 5, 'RESOURCE_NOT_FOUND'])
  })

  it('refuses the hundred and first', async () => {
    await invite(...Array.from({ length: 100 }, () => invitation()))
    expect(await refused(() => invite(invitation()))).toEqual([429, 8, 'RESOURCE_LIMIT_REACHED'])
  })

  it('needs a grant', async () => {
    const { client } = await addUser(engine, setting.root, 'carol')
    const attempt = () => client.run('ACTIVITY_TYPE_CREATE_INVITATIONS', { invitations: [invitation()] })
    expect(await refused(attempt)).toEqual([403, 7, 'NOT_PERMITTED_BY_POLICY'])
  })
})
