/** The operator sends the messages, so callers don't choose where they lead. */
import { describe, expect, it } from 'vitest'
import {
  ALICE,
  addSubOrganization,
  type Client,
  createTargetKey,
  createTestEngine,
  refusalOf,
  type SubOrganization,
  type TestEngine,
} from '../../../test/support/index.ts'

let engine: TestEngine
let root: Client
let sub: SubOrganization

async function begin(messageLinkOrigins?: readonly string[] | 'any') {
  engine = createTestEngine('message links', { settings: { messageLinkOrigins } as object })
  root = (await engine.organization()).root
  sub = await addSubOrganization(engine, root, {
    organization: { subOrganizationName: 'win at evil.example' },
  })
}

const email = (changes: object, client = sub.parent) =>
  client.run('ACTIVITY_TYPE_EMAIL_AUTH', {
    email: ALICE.userEmail,
    targetPublicKey: createTargetKey(engine.random).targetPublicKey,
    ...changes,
  })
const code = (changes: object, client = sub.parent) =>
  client.run('ACTIVITY_TYPE_INIT_OTP', {
    otpType: 'OTP_TYPE_EMAIL',
    // A contact may have only three live codes.
    contact: `anyone${engine.random(4).join('')}@example.org`,
    ...changes,
  })
const recovery = (changes: object, client = sub.parent) =>
  client.run('ACTIVITY_TYPE_INIT_USER_EMAIL_RECOVERY', {
    email: ALICE.userEmail,
    targetPublicKey: createTargetKey(engine.random).targetPublicKey,
    ...changes,
  })
const CALLS = [
  ['email_auth', email],
  ['init_otp', code],
  ['init_user_email_recovery', recovery],
] as const

const linkTo = (magicLinkTemplate: string) => ({ emailCustomization: { magicLinkTemplate } })
const refused = (send: () => Promise<unknown>) => refusalOf(engine, sub.organizationId, send)
const REFUSED = 'MAIL_TEMPLATE_INVALID'

const setOrigin = (client: Client, value: string) =>
  client.run('ACTIVITY_TYPE_SET_ORGANIZATION_FEATURE', { name: 'FEATURE_NAME_WEBAUTHN_ORIGINS', value })

describe.each(CALLS)('a link of %s', (_, send) => {
  it('leads to an origin of the setting, to no other', async () => {
    await begin(['https://app.example.com'])
    for (const rest of ['/#%s', '?bundle=%s', '#%s', '/a/b?c=%s']) {
      await send(linkTo(`https://app.example.com${rest}`))
    }
    for (const link of [
      'https://mallory.example/%s',
      'https://app.example.com.mallory.example/%s',
      'https://app.example.com@mallory.example/%s',
      'https://app.example.com\\@mallory.example/%s',
      'https://app.example.com%s.mallory.example/',
      'https://app.example.com:8443/%s',
      'https://%s.app.example.com/',
      'http://app.example.com/%s',
      'javascript:alert(1)//https://app.example.com/%s',
      '%s',
      '//app.example.com/%s',
      ' https://mallory.example/%s',
      // Mail programs would show two links.
      'https://app.example.com/ https://mallory.example/%s',
      'https://app.example.com/<https://mallory.example/%s>',
    ]) {
      expect([link, await refused(() => send(linkTo(link)))]).toEqual([link, REFUSED])
    }
    // The setting replaces the organization's own origin.
    await setOrigin(root, 'https://own.example')
    expect(await refused(() => send(linkTo('https://own.example/%s')))).toEqual(REFUSED)
  })

  it('leads to the parent’s origin without the setting, even if the sub-organization has set its own', async () => {
    await begin()
    const to = (origin: string) => send(linkTo(`${origin}/#%s`))
    expect(await refused(() => to('https://app.example.com'))).toEqual(REFUSED)
    await setOrigin(root, 'https://app.example.com')
    await setOrigin(sub.alice, 'https://mallory.example')
    await to('https://app.example.com')
    expect(await refused(() => to('https://mallory.example'))).toEqual(REFUSED)
  })
})

describe('texts of a sub-organization\u2019s own user', () => {
  it.each([
    { emailCustomization: { appName: 'Bank at mallory.example' } },
    { emailCustomization: { appName: 'MALLORY.EXAMPLE' } },
    { emailCustomization: { appName: 'mallory\uff0eexample' } },
    { emailCustomization: { appName: 'see tel://1' } },
    { emailCustomization: { appName: 'see 192.0.2.1' } },
    { emailCustomization: { appName: 'a', logoUrl: 'https://mallory.example/logo.png' } },
    { emailCustomization: { appName: 'a', templateVariables: '{"a":"mallory.example"}' } },
    { emailCustomization: { appName: 'a', templateVariables: '{"a":{"mallory\\u002eexample":1}}' } },
    { sendFromEmailSenderName: 'www.mallory.example' },
    { replyToEmailAddress: 'help@mallory.example' },
    { sendFromEmailAddress: 'help@mallory.example' },
    {
      otpType: 'OTP_TYPE_SMS',
      contact: '+15555550100',
      smsCustomization: { template: 'https://mallory.example {{code}}' },
    },
  ])('name no other place: %o', async (changes) => {
    await begin(['https://app.example.com'])
    expect(await refused(() => code(changes, sub.alice))).toEqual(REFUSED)
    await code(changes, sub.parent)
  })

  it('name the application', async () => {
    await begin(['https://app.example.com'])
    await code({ emailCustomization: { appName: 'Acme Inc. (example.com)' } }, sub.alice)
    await code({ replyToEmailAddress: 'help@example.com' }, sub.alice)
    const logoUrl = 'https://app.example.com/logo.png'
    await code(
      { emailCustomization: { appName: 'Acme', logoUrl, templateVariables: '{"a":"b"}' } },
      sub.alice,
    )
    await code({ emailCustomization: { appName: 'Acme v2.1.10' } }, sub.alice)
  })
})

it('invites by names that contain no address, and shows only a proven address of the sender', async () => {
  await begin(['https://app.example.com'])
  const { userId } = sub
  const invite = (receiverUserName: string) =>
    sub.alice.run('ACTIVITY_TYPE_CREATE_INVITATIONS', {
      invitations: [
        {
          receiverUserName,
          receiverUserEmail: 'anyone@example.org',
          receiverUserTags: [],
          accessType: 'ACCESS_TYPE_WEB',
          senderUserId: userId,
        },
      ],
    })
  expect(await refused(() => invite('winner, see evil.example'))).toEqual(REFUSED)
  await sub.alice.run('ACTIVITY_TYPE_UPDATE_USER', { userId, userEmail: 'help@evil.example' })
  await invite('bob')
  await engine.idle()
  expect(engine.mails.at(-1)!.text).toContain('invites bob to join Example')
  expect(engine.mails.at(-1)!.text).not.toContain('evil.example')
  await sub.alice.run('ACTIVITY_TYPE_UPDATE_USER', { userId, userName: 'see evil.example' })
  expect(await refused(() => invite('carol'))).toEqual(REFUSED)
})

it('names the parent if no application is named, because users name sub-organizations', async () => {
  await begin()
  await recovery({})
  await code({})
  await engine.idle()
  expect(engine.mails.map(({ subject }) => subject)).toEqual([
    'Recover your account at Example',
    'Your code for Example',
  ])
  expect(engine.mails.map(({ text }) => text).join()).not.toContain('evil.example')
})

it('links anywhere if the host allows any', async () => {
  await begin('any')
  await email({ ...linkTo('https://mallory.example/%s') })
  await code({ emailCustomization: { appName: 'mallory.example' } }, sub.alice)
})
