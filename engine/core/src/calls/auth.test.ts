import { sealOtp, sha256Hex, toUtf8 } from '@keywright/keys'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  ALICE,
  addSubOrganization,
  addUser,
  allow,
  apiKeyStamper,
  type Client,
  createTargetKey,
  createTestEngine,
  newCode,
  newVerificationToken,
  type TargetKey,
  tokenClaims,
  vouchForAll,
} from '../../test/support/index.ts'
import {
  begin,
  engine,
  inSubOrganization,
  organizationId,
  refusedInSub as refused,
  root,
  rootKey,
  sub,
} from '../../test/support/setting.ts'
import type { CountedKind } from './auth/counted.ts'

const UNKNOWN = '00000000-0000-4000-8000-000000000000'

let target: TargetKey

inSubOrganization('auth')
beforeEach(() => {
  target = createTargetKey(engine.random)
})

const mail = async () => {
  await engine.idle()
  return engine.mails.at(-1)!
}
const keysOf = async (userId = sub.userId) => (await sub.alice.query('get_api_keys', { userId })).apiKeys
const bySealedKey = async (bundle: string) =>
  engine.client(sub.organizationId, apiKeyStamper(await target.open(bundle)))

describe('email_auth', () => {
  const authenticate = (changes: object = {}, client = sub.parent) =>
    client.run('ACTIVITY_TYPE_EMAIL_AUTH_V3', {
      email: ALICE.userEmail,
      targetPublicKey: target.targetPublicKey,
      emailCustomization: { appName: 'Acme' },
      ...changes,
    })

  it('mails a bundle with a key that works for 15 minutes, and returns no secret', async () => {
    const result = await authenticate()
    expect(Object.keys(result).sort()).toEqual(['apiKeyId', 'userId'])
    const { to, subject, text, template } = await mail()
    expect([to, subject]).toEqual([ALICE.userEmail, 'Sign in to Acme'])
    expect(text).toContain(template['bundle'])
    const alice = await bySealedKey(template['bundle'] as string)
    expect(await alice.query('whoami')).toMatchObject({ userId: sub.userId })
    expect(await keysOf()).toMatchObject([
      {
        apiKeyId: result.apiKeyId,
        apiKeyName: 'Email Auth - 2025-01-02T03:04:05.000Z',
        credential: { type: 'CREDENTIAL_TYPE_EMAIL_AUTH_KEY_P256' },
        expirationSeconds: '900',
      },
    ])
    engine.clock.advance({ minutes: 15 })
    await expect(alice.query('whoami')).rejects.toMatchObject({ errorCode: 'API_KEY_EXPIRED' })
  })

  it('inserts the bundle into the link and passes the rest to the template of the host', async () => {
    await authenticate({
      emailCustomization: {
        appName: 'Acme',
        logoUrl: 'https://example.com/logo.png',
        magicLinkTemplate: 'https://example.com/#bundle=%s&a=$&',
        templateVariables: '{"city":"Bern"}',
        templateId: 'sign-in',
      },
      sendFromEmailSenderName: 'Acme team',
      replyToEmailAddress: 'help@example.com',
    })
    const { text, subject, template } = await mail()
    const link = `https://example.com/#bundle=${template['bundle']}&a=$&`
    expect(text).toContain(link)
    expect(subject).toBe('Sign in to Acme')
    expect(template).toMatchObject({
      link,
      logoUrl: 'https://example.com/logo.png',
      templateId: 'sign-in',
      templateVariables: { city: 'Bern' },
      sendFromEmailSenderName: 'Acme team',
      replyToEmailAddress: 'help@example.com',
      userId: sub.userId,
    })
  })

  it('revokes only earlier keys of the same kind on request', async () => {
    await authenticate()
    await sub.alice.run('ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2', {
      targetPublicKey: target.targetPublicKey,
    })
    await authenticate({ apiKeyName: 'second' })
    expect(await keysOf()).toHaveLength(3)
    await authenticate({ apiKeyName: 'third', invalidateExisting: true })
    expect((await keysOf()).map((key) => key.apiKeyName)).toEqual([
      'Read Write Session - 2025-01-02T03:04:05.000Z',
      'third',
    ])
  })

  it('rejects variables that could hide text or exceed a limit, without sending mail', async () => {
    for (const templateVariables of [
      '{"a":["\\u001b[2J"]}',
      '{"\\u202e":1}',
      `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
      '{"a":1,"a":2}',
    ]) {
      const attempt = () => authenticate({ emailCustomization: { appName: 'a', templateVariables } })
      expect(await refused(attempt)).toBe('MAIL_TEMPLATE_INVALID')
    }
    await engine.idle()
    expect(engine.mails).toEqual([])
  })
})

async function sentCode(): Promise<string> {
  await engine.idle()
  const message = engine.mails.at(-1) ?? engine.messages.at(-1)!
  return message.template['code'] as string
}
const wrong = (code: string) => (code === '000000' ? '000001' : '000000')

describe('init_otp_auth and otp_auth', () => {
  const init = (changes: object = {}, client = sub.parent) =>
    client.run('ACTIVITY_TYPE_INIT_OTP_AUTH_V3', {
      otpType: 'OTP_TYPE_EMAIL',
      contact: ALICE.userEmail,
      appName: 'Acme',
      ...changes,
    })
  const exchange = (otpId: string, otpCode: string, changes: object = {}) =>
    sub.parent.run('ACTIVITY_TYPE_OTP_AUTH', {
      otpId,
      otpCode,
      targetPublicKey: target.targetPublicKey,
      ...changes,
    })

  it('exchanges an emailed code for a bundle once', async () => {
    const { otpId } = await init()
    const code = await sentCode()
    expect(code).toMatch(/^\d{6}$/)
    expect(await mail()).toMatchObject({ to: ALICE.userEmail, subject: 'Your code for Acme' })
    const result = await exchange(otpId, code)
    const alice = await bySealedKey(result.credentialBundle!)
    expect(await alice.query('whoami')).toMatchObject({ userId: result.userId })
    expect(await keysOf()).toMatchObject([
      {
        apiKeyId: result.apiKeyId,
        apiKeyName: 'OTP Auth - 2025-01-02T03:04:05.000Z',
        credential: { type: 'CREDENTIAL_TYPE_OTP_AUTH_KEY_P256' },
        expirationSeconds: '900',
      },
    ])
    engine.clock.advance({ seconds: 1 })
    expect(await refused(() => exchange(otpId, code))).toBe('OTP_INVALID')
  })

  it.each(['ACTIVITY_TYPE_INIT_OTP_AUTH', 'ACTIVITY_TYPE_INIT_OTP_AUTH_V2'] as const)(
    'accepts %s, by SMS',
    async (type) => {
      const { otpId } = await sub.parent.run(type, {
        otpType: 'OTP_TYPE_SMS',
        contact: ALICE.userPhoneNumber,
        smsCustomization: { template: 'Acme: {{code}} is your code' },
      })
      await engine.idle()
      const code = await sentCode()
      expect(engine.messages).toMatchObject([
        { to: ALICE.userPhoneNumber, text: `Acme: ${code} is your code` },
      ])
      expect(await exchange(otpId, code)).toMatchObject({ userId: sub.userId })
    },
  )

  it('creates codes with the requested length and alphabet', async () => {
    await init({ otpLength: 9 })
    expect(await sentCode()).toMatch(/^\d{9}$/)
    const { otpId } = await init({ otpLength: 8, alphanumeric: true })
    const code = await sentCode()
    expect(code).toMatch(/^[2-9A-HJ-NP-Z]{8}$/)
    expect(await exchange(otpId, code.toLowerCase())).toMatchObject({ userId: sub.userId })
    expect(await refused(() => init({ otpLength: 5 }))).toBe('OTP_LENGTH_OUT_OF_RANGE')
    expect(await refused(() => init({ otpLength: 10 }))).toBe('OTP_LENGTH_OUT_OF_RANGE')
  })

  it('locks a code after three wrong tries, even for the right code', async () => {
    const { otpId } = await init()
    const code = await sentCode()
    const attempt = async (otpCode: string) =>
      (await exchange(otpId, otpCode).catch((error: unknown) => error)) as { body: unknown }
    const first = await attempt(wrong(code))
    await attempt(wrong(code))
    await attempt(wrong(code))
    const locked = await attempt(code)
    expect(locked.body).toEqual(first.body)
    expect(await engine.verifyJournal(sub.organizationId)).toMatchObject({ ok: true })
    const { activities } = await sub.alice.query('list_activities', {
      filterByType: ['ACTIVITY_TYPE_OTP_AUTH'],
    })
    expect(activities).toEqual([])
  })

  it('also counts wrong tries of callers who need approval', async () => {
    const bob = await addUser(engine, root, 'bob')
    await allow(root, "activity.resource == 'AUTH'", 'approvers.count() >= 2')
    const { otpId } = await init()
    const code = await sentCode()
    const client = bob.client.about(sub.organizationId)
    const attempt = (otpCode: string) => () => client.submit('ACTIVITY_TYPE_OTP_AUTH', { otpId, otpCode })
    for (let n = 0; n < 3; n++) {
      // A code is not checked before the decision. Afterwards a wrong one counts, and the activity fails.
      const asked = await attempt(wrong(code))()
      expect(asked.status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED')
      const done = await root.about(sub.organizationId).approve(asked.fingerprint)
      expect(done).toMatchObject({ status: 'ACTIVITY_STATUS_FAILED', failure: { code: 3 } })
      engine.clock.advance({ milliseconds: 1 })
    }
    expect(await refused(attempt(code))).toBe('OTP_INVALID')
  })

  it('expires a code after five minutes or the requested time', async () => {
    const { otpId } = await init()
    const code = await sentCode()
    const brief = await init({ expirationSeconds: '60' })
    const briefCode = await sentCode()
    engine.clock.advance({ seconds: 60 })
    expect(await refused(() => exchange(brief.otpId, briefCode))).toBe('OTP_INVALID')
    engine.clock.advance({ seconds: 239 })
    engine.clock.advance({ seconds: 1 })
    expect(await refused(() => exchange(otpId, code))).toBe('OTP_INVALID')
    expect(await refused(() => exchange(UNKNOWN, code))).toBe('OTP_INVALID')
  })

  it('keeps three codes of a user valid, and rejects a fourth until one ends', async () => {
    const { otpId } = await init()
    const code = await sentCode()
    await init({ otpLength: 7 })
    await init({ otpLength: 8 })
    expect(await refused(() => init({ otpLength: 9 }))).toBe('OTP_LIMIT_REACHED')
    await exchange(otpId, code)
    await init({ otpLength: 9 })
    engine.clock.advance({ minutes: 5 })
    for (const otpLength of [6, 7, 8]) await init({ otpLength })
  })

  const isWrongTry = (error: { errorCode?: string }) => error.errorCode === 'OTP_INVALID'

  const leftBehind = async () => {
    const tables = ['otps', 'otp-counted', 'otp-expiries']
    const lists = await Promise.all(tables.map((table) => engine.ports.store.list(sub.organizationId, table)))
    return Object.fromEntries(tables.map((table, n) => [table, lists[n]!.length]))
  }

  it('limits wrong tries and codes per contact across codes', async () => {
    let tries = 0
    let sent = 0
    for (let minute = 0; minute < 15; minute++) {
      for (let n = 0; n < 4; n++) {
        engine.clock.advance({ milliseconds: 10 })
        const asked = await init({ expirationSeconds: '60' }).catch((error: unknown) => error)
        if (!(asked as { otpId?: string }).otpId) continue
        sent++
        const { otpId } = asked as { otpId: string }
        const code = await sentCode()
        for (let guess = 0; guess < 3; guess++) {
          const isTried = await exchange(otpId, wrong(code)).catch(isWrongTry)
          if (isTried === true) tries++
        }
      }
      engine.clock.advance({ seconds: 59, milliseconds: 950 })
    }
    expect({ tries, sent }).toEqual({ tries: 10, sent: 10 })
    engine.clock.advance({ minutes: 15 })
    const { otpId } = await init()
    expect(await exchange(otpId, await sentCode())).toMatchObject({ userId: sub.userId })
  })

  it('ignores letter case when counting by address', async () => {
    const verify = async (contact: string) => {
      const { otpId } = await sub.parent.run('ACTIVITY_TYPE_INIT_OTP_V2', {
        otpType: 'OTP_TYPE_EMAIL',
        contact,
        appName: 'Acme',
      })
      return otpId
    }
    for (let n = 0; n < 10; n++)
      await verify(n % 2 ? 'BOB@example.com' : 'bob@EXAMPLE.com').catch(() => undefined)
    // One row for Bob, and one for all contacts.
    expect((await leftBehind())['otp-counted']).toBe(2)
  })

  it('does not affect other organizations of the same owner', async () => {
    const other = await addSubOrganization(engine, root)
    for (let n = 0; n < 4; n++) {
      engine.clock.advance({ milliseconds: 1 })
      const asked = await init().catch(() => undefined)
      if (!asked) engine.clock.advance({ minutes: 5 })
      const { otpId } = asked ?? (await init())
      const code = await sentCode()
      for (let guess = 0; guess < 3; guess++) await exchange(otpId, wrong(code)).catch(isWrongTry)
    }
    engine.clock.advance({ minutes: 5 })
    const { otpId: locked } = await init()
    expect(await refused(async () => exchange(locked, await sentCode()))).toBe('OTP_LIMIT_REACHED')
    const { otpId } = await init({}, other.parent)
    const otpCode = await sentCode()
    const signedIn = other.parent.run('ACTIVITY_TYPE_OTP_AUTH', { otpId, otpCode })
    expect(await signedIn).toEqual({ userId: other.userId })
  })

  describe('of the parent, which also sign its users in', () => {
    const contact = ALICE.userEmail
    async function guess(client: typeof sub.parent, count: number) {
      for (let left = count; left > 0; left -= 3) {
        const { otpId, otpCode: code } = await newCode(engine, client, contact)
        const otpCode = wrong(code)
        for (let n = 0; n < Math.min(left, 3); n++) {
          const shown = client.run('ACTIVITY_TYPE_VERIFY_OTP', { otpId, otpCode })
          await expect(shown).rejects.toMatchObject({ errorCode: 'OTP_INVALID' })
          engine.clock.advance({ seconds: 1 })
        }
        engine.clock.advance({ minutes: 2 })
      }
    }
    const full = 'OTP_LIMIT_REACHED'

    beforeEach(async () => {
      const name = 'FEATURE_NAME_OTP_EMAIL_AUTH'
      await root.run('ACTIVITY_TYPE_SET_ORGANIZATION_FEATURE', { name, value: '' })
    })

    it('count against a code of the sub-organization', async () => {
      await guess(root, 10)
      const { otpId } = await init()
      expect(await refused(async () => exchange(otpId, await sentCode()))).toEqual(full)
    })

    it('count together with the wrong codes of the sub-organization when a token of the parent is used', async () => {
      await guess(sub.parent, 5)
      const other = await addSubOrganization(engine, root)
      await guess(root, 5)
      const login = async (client: typeof sub.parent) => {
        const verificationToken = await newVerificationToken(engine, root, contact)
        const { publicKey } = engine.apiKey()
        return client.run('ACTIVITY_TYPE_OTP_LOGIN', { verificationToken, publicKey })
      }
      expect(await refused(() => login(sub.parent))).toEqual(full)
      engine.clock.advance({ seconds: 1 })
      expect(await login(other.parent)).toHaveProperty('session')
    })
  })

  describe('an expired', () => {
    const message = { otpType: 'OTP_TYPE_EMAIL', contact: 'stranger@example.com', appName: 'Acme' } as const
    const start = (changes: object = {}) =>
      sub.parent.run('ACTIVITY_TYPE_INIT_OTP_V3', { ...message, ...changes })
    const answer = async (codeOf: (code: string) => string) => {
      const { otpId } = await sub.parent.run('ACTIVITY_TYPE_INIT_OTP_V2', message)
      const otpCode = codeOf(await sentCode())
      return sub.parent.run('ACTIVITY_TYPE_VERIFY_OTP', { otpId, otpCode }).catch(isWrongTry)
    }
    const kinds: Readonly<Record<CountedKind | 'code' | 'sealed code' | 'token', () => Promise<unknown>>> = {
      code: init,
      'sealed code': start,
      token: () => answer((code) => code),
      sends: start,
      allSends: start,
      tries: () => answer(wrong),
      requests: () => start({ userIdentifier: 'visitor' }),
    }

    it.each(Object.entries(kinds))('%s goes with the next message', async (kind, create) => {
      await create()
      const { store } = engine.ports
      const counted = await store.list(sub.organizationId, 'otp-counted')
      const isStored = /code|token/.test(kind)
        ? (await leftBehind())['otps'] === 1
        : counted.some(({ id }) => id.startsWith(`${kind} `))
      expect(isStored).toBe(true)
      engine.clock.advance({ hours: 25 })
      const { otpId } = await init()
      expect((await store.list(sub.organizationId, 'otps')).map(({ id }) => id)).toEqual([otpId])
      expect(await leftBehind()).toEqual({ otps: 1, 'otp-counted': 2, 'otp-expiries': 3 })
    })
  })

  it('purges codes, tokens and counts by expiry, even behind longer-lived ones', async () => {
    for (let n = 0; n < 25; n++) {
      const { otpId } = await sub.parent.run('ACTIVITY_TYPE_INIT_OTP_V2', {
        otpType: 'OTP_TYPE_EMAIL',
        contact: `long${n}@example.com`,
        appName: 'Acme',
      })
      await sub.parent.run('ACTIVITY_TYPE_VERIFY_OTP', {
        otpId,
        otpCode: await sentCode(),
        expirationSeconds: '86400',
      })
    }
    for (let n = 0; n < 25; n++) {
      await sub.parent.run('ACTIVITY_TYPE_INIT_OTP_V2', {
        otpType: 'OTP_TYPE_EMAIL',
        contact: `short${n}@example.com`,
        appName: 'Acme',
        expirationSeconds: '60',
        userIdentifier: `visitor ${n}`,
      })
    }
    engine.clock.advance({ minutes: 16 })
    for (let n = 0; n < 12; n++) {
      await init({ expirationSeconds: '60' })
      engine.clock.advance({ minutes: 16 })
    }
    expect(await leftBehind()).toMatchObject({ otps: 26, 'otp-counted': 2 })
    engine.clock.advance({ hours: 24 })
    for (let n = 0; n < 4; n++) {
      await init({ expirationSeconds: '60' })
      engine.clock.advance({ minutes: 16 })
    }
    expect(await leftBehind()).toEqual({ otps: 1, 'otp-counted': 2, 'otp-expiries': 3 })
  })

  it('sends three codes per three minutes per identifier', async () => {
    const contacts = ['a', 'b', 'c', 'd'].map((name) => `${name}@example.com`)
    for (const [n, userEmail] of contacts.entries()) {
      await sub.alice.run('ACTIVITY_TYPE_CREATE_USERS_V3', {
        users: [
          { userName: `u${n}`, userEmail, apiKeys: [], authenticators: [], oauthProviders: [], userTags: [] },
        ],
      })
    }
    const userIdentifier = 'hash of an address'
    const by = (n: number) => init({ contact: contacts[n], userIdentifier })
    for (let n = 0; n < 3; n++) await by(n)
    expect(await refused(() => by(3))).toBe('OTP_LIMIT_REACHED')
    await init({ contact: contacts[3], userIdentifier: 'another' })
    engine.clock.advance({ minutes: 3 })
    await by(3)
  })

  it('stores nothing that reveals the code without the root secret', async () => {
    const { otpId } = await init()
    const code = await sentCode()
    const row = (await engine.ports.store.get(sub.organizationId, 'otps', otpId)) as { codeHash: string }
    expect(JSON.stringify(row)).not.toContain(code)
    expect(
      [`${otpId}${code}`, `${otpId} ${code}`, code].map((text) => sha256Hex(toUtf8(text))),
    ).not.toContain(row.codeHash)
    const other = createTestEngine('another root secret', { store: engine.ports.store })
    other.clock.advance({ seconds: 1 })
    await vouchForAll(other, organizationId)
    await vouchForAll(other, sub.organizationId)
    const attempt = other
      .client(sub.organizationId, apiKeyStamper(rootKey))
      .run('ACTIVITY_TYPE_OTP_AUTH', { otpId, otpCode: code })
    await expect(attempt).rejects.toMatchObject({ errorCode: 'OTP_INVALID' })
  })
})

describe('the sandbox pair', () => {
  it.each([true, false])('works only if the host enables it (%s)', async (hasSandboxOtp) => {
    await begin('sandbox', { settings: { hasSandboxOtp } }, { userEmail: 'user@example.com' })
    const { otpId } = await sub.parent.run('ACTIVITY_TYPE_INIT_OTP_AUTH', {
      otpType: 'OTP_TYPE_EMAIL',
      contact: 'user@example.com',
    })
    const attempt = sub.parent.run('ACTIVITY_TYPE_OTP_AUTH', { otpId, otpCode: '000000' })
    if (hasSandboxOtp) expect(await attempt).toEqual({ userId: sub.userId })
    else await expect(attempt).rejects.toMatchObject({ errorCode: 'OTP_INVALID' })
  })
})

describe('init_otp and verify_otp', () => {
  const init = (changes: object = {}) =>
    sub.parent.run('ACTIVITY_TYPE_INIT_OTP_V3', {
      otpType: 'OTP_TYPE_EMAIL',
      contact: 'stranger@example.com',
      appName: 'Acme',
      ...changes,
    })
  it.each(['ACTIVITY_TYPE_INIT_OTP', 'ACTIVITY_TYPE_INIT_OTP_V2'] as const)(
    'accepts %s and exchanges the code for a token of a contact without a user',
    async (type) => {
      const result = await sub.parent.run(type, {
        otpType: 'OTP_TYPE_EMAIL',
        contact: 'stranger@example.com',
        ...(type === 'ACTIVITY_TYPE_INIT_OTP' ? {} : { appName: 'Acme' }),
      } as never)
      expect(Object.keys(result)).toEqual(['otpId'])
      const { publicKey } = engine.apiKey()
      const { otpId } = result as { otpId: string }
      const { verificationToken } = await sub.parent.run('ACTIVITY_TYPE_VERIFY_OTP', {
        otpId,
        otpCode: await sentCode(),
        publicKey,
      })
      // Only the first response has the token.
      const seenBy = async (client: Client) =>
        (
          await client.query('list_activities', { filterByType: ['ACTIVITY_TYPE_VERIFY_OTP'] })
        ).activities.map((activity) => activity.result)
      expect(await seenBy(sub.parent)).toEqual([{ verifyOtpResult: {} }])
      expect(await seenBy(sub.alice)).toEqual([{ verifyOtpResult: {} }])
      expect(tokenClaims(verificationToken)).toEqual({
        id: otpId,
        verification_type: 'OTP_TYPE_EMAIL',
        contact: 'stranger@example.com',
        organization_id: sub.organizationId,
        public_key: publicKey,
        exp: String(engine.clock() + 3_600_000),
      })
    },
  )

  it('accepts a sealed code, in versions 3 and 2', async () => {
    const { otpId, otpEncryptionTargetBundle } = await init()
    const { publicKey } = engine.apiKey()
    const expected = { signerPublicKey: engine.signerPublicKey, organizationId: sub.organizationId }
    const seal = (code: string) =>
      sealOtp(code, publicKey, otpEncryptionTargetBundle, expected, engine.random)
    const code = await sentCode()
    const verify = async (encryptedOtpBundle: string) =>
      sub.parent.run('ACTIVITY_TYPE_VERIFY_OTP_V2', { otpId, encryptedOtpBundle, expirationSeconds: '60' })
    await expect(verify(await seal(wrong(code)))).rejects.toMatchObject({ errorCode: 'OTP_INVALID' })
    await expect(verify('{}')).rejects.toMatchObject({ errorCode: 'OTP_INVALID' })
    const { verificationToken } = await verify(await seal(code))
    expect(tokenClaims(verificationToken)).toMatchObject({
      public_key: publicKey,
      exp: String(engine.clock() + 60_000),
    })
    expect(await refused(async () => verify(await seal(code)))).toBe('OTP_INVALID')
  })

  it('does not accept sign-in codes for verification, or vice versa', async () => {
    const ofLogin = await newCode(engine, sub.parent, ALICE.userEmail, 'ACTIVITY_TYPE_INIT_OTP_AUTH')
    const verify = () => sub.parent.run('ACTIVITY_TYPE_VERIFY_OTP', ofLogin)
    expect(await refused(verify)).toBe('OTP_INVALID')
    const code = await newCode(engine, sub.parent, ALICE.userEmail)
    const signIn = () => sub.parent.run('ACTIVITY_TYPE_OTP_AUTH', code)
    expect(await refused(signIn)).toBe('OTP_INVALID')
  })
})
