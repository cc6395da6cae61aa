import { describe, expect, it } from 'vitest'
import { addUser, apiKeyStamper, passkeyStamper } from '../../test/support/index.ts'
import { engine, inOrganization, organizationId, root, rootUserId } from '../../test/support/setting.ts'

inOrganization('invitations')

const invitation = (changes: object = {}) => ({
  receiverUserName: 'bob',
  receiverUserEmail: 'bob@example.com',
  receiverUserTags: [],
  accessType: 'ACCESS_TYPE_ALL' as const,
  senderUserId: rootUserId,
  ...changes,
})
const invite = (...invitations: ReturnType<typeof invitation>[]) =>
  root.run('ACTIVITY_TYPE_CREATE_INVITATIONS', { invitations })

describe('invitations', () => {
  it('records and emails each invitation, with a single subject line', async () => {
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

  it('can be accepted by doing what the email says', async () => {
    const { userTagId } = await root.run('ACTIVITY_TYPE_CREATE_USER_TAG', {
      userTagName: 'desk',
      userIds: [],
    })
    const { invitationIds } = await invite(invitation({ receiverUserTags: [userTagId] }))
    await engine.idle()
    const { text, template } = engine.mails[0]!
    expect(text).toContain('root invites bob to join Example.')
    expect(text).toContain('the public key or the registration of the passkey')
    expect(text).toContain('Send it to root@example.com, or reply to this email.')
    expect(text).not.toMatch(/https?:|link/)
    expect(template['replyToEmailAddress']).toBe('root@example.com')

    // Bob creates both and sends the public keys; the inviting user creates his user, then grants it something.
    const [key, passkey] = [engine.apiKey(), engine.passkey()]
    const { userIds } = await root.run('ACTIVITY_TYPE_CREATE_USERS_V2', {
      users: [
        {
          userName: 'bob',
          userEmail: 'bob@example.com',
          apiKeys: [{ apiKeyName: 'laptop', publicKey: key.publicKey }],
          authenticators: [passkey.register('phone')],
          userTags: [],
        },
      ],
    })
    for (const stamper of [apiKeyStamper(key), passkeyStamper(passkey)]) {
      const bob = engine.client(organizationId, stamper)
      expect(await bob.query('whoami')).toMatchObject({ userId: userIds[0], username: 'bob' })
    }
    await root.run('ACTIVITY_TYPE_UPDATE_USER', { userId: userIds[0]!, userTagIds: [userTagId] })
    await root.run('ACTIVITY_TYPE_DELETE_INVITATION', { invitationId: invitationIds[0]! })
    const bob = engine.client(organizationId, apiKeyStamper(key))
    const { user } = await bob.query('get_user', { userId: userIds[0]! })
    expect(user.userTags).toEqual([userTagId])
  })

  it('omits the address of a sender without one', async () => {
    const carol = await addUser(engine, root, 'carol')
    await invite(invitation({ senderUserId: carol.userId }))
    await engine.idle()
    expect(engine.mails[0]!.text).toContain('carol will tell you how to send it.')
    expect(engine.mails[0]!.template).not.toHaveProperty('replyToEmailAddress')
  })
})
