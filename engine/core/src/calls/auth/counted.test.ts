/** Limits on messages to one contact across all calls. */
import { limits } from '@keywright/contract'
import { describe, expect, it } from 'vitest'
import { isNightly } from '../../../../../tools/scripts/lib/tries.ts'
import { type Client, createTargetKey } from '../../../test/support/index.ts'
import { engine, inSubOrganization, root, rootUserId, sub } from '../../../test/support/setting.ts'

inSubOrganization('counted')

const ALICE = 'alice@example.com'
const targetPublicKey = () => createTargetKey(engine.random).targetPublicKey

/** All calls that send alice a message, in her organization. */
const senders: Readonly<Record<string, (email: string) => Promise<unknown>>> = {
  'sign-in emails': (email) =>
    sub.parent.run('ACTIVITY_TYPE_EMAIL_AUTH_V2', { email, targetPublicKey: targetPublicKey() }),
  'recovery emails': (email) =>
    sub.parent.run('ACTIVITY_TYPE_INIT_USER_EMAIL_RECOVERY', { email, targetPublicKey: targetPublicKey() }),
  invitations: (email) =>
    sub.alice.run('ACTIVITY_TYPE_CREATE_INVITATIONS', { invitations: [invitationOf(email, sub.userId)] }),
}

const invitationOf = (receiverUserEmail: string, senderUserId: string) => ({
  receiverUserName: 'Alice',
  receiverUserEmail,
  receiverUserTags: [],
  accessType: 'ACCESS_TYPE_WEB' as const,
  senderUserId,
})

/** Sends until one is rejected. @returns the number of sent messages and the error */
async function sendAll(send: () => Promise<unknown>) {
  for (let sent = 0; sent <= 3 * limits.otpSendsPerWindow; sent++) {
    engine.clock.advance({ milliseconds: 1 })
    const refusal = await send().then(
      () => undefined,
      (error: { errorCode: string }) => error.errorCode,
    )
    if (refusal !== undefined) return { sent, refusal }
  }
  throw new Error('never rejected')
}

describe('messages of a sub-organization, whose users may be strangers', () => {
  const limit = limits.messagesPerSubOrganization
  const sendTo = async (client: Client, from: number, to: number) => {
    const refusals: string[] = []
    for (let n = from; n < to; n++) {
      const contact = `+1555${String(n).padStart(7, '0')}`
      await client
        .run('ACTIVITY_TYPE_INIT_OTP', { otpType: 'OTP_TYPE_SMS', contact })
        .catch((error: { errorCode: string }) => refusals.push(error.errorCode))
    }
    return refusals
  }

  it('are limited over all contacts', async () => {
    expect(await sendTo(sub.alice, 0, limit)).toEqual([])
    expect(await sendTo(sub.alice, limit, limit + 1)).toEqual(['MESSAGE_LIMIT_REACHED'])
    for (const send of Object.values(senders)) {
      await expect(send(ALICE)).rejects.toMatchObject({ status: 429, errorCode: 'MESSAGE_LIMIT_REACHED' })
    }
    await engine.idle()
    expect([engine.messages.length, engine.mails.length]).toEqual([limit, 0])
    engine.clock.advance({ seconds: limits.otpContactWindow })
    expect(await sendTo(sub.alice, 0, 1)).toEqual([])
  })

  it('are counted within one request', async () => {
    const invite = (count: number) => {
      const invitations = Array.from({ length: count }, (_, n) =>
        invitationOf(`guest${n}@example.com`, sub.userId),
      )
      return sub.alice.run('ACTIVITY_TYPE_CREATE_INVITATIONS', { invitations })
    }
    await sendTo(sub.alice, 0, 1)
    await expect(invite(limit)).rejects.toMatchObject({ errorCode: 'MESSAGE_LIMIT_REACHED' })
    await invite(limit - 1)
  })

  it('are forgotten with the organization, and with them who got them', async () => {
    await sendTo(sub.alice, 0, 3)
    await sub.alice.run('ACTIVITY_TYPE_DELETE_SUB_ORGANIZATION', { deleteWithoutExport: true })
    for (const table of ['otp-counted', 'otp-expiries']) {
      expect(await engine.ports.store.list(sub.organizationId, table)).toEqual([])
    }
    const { organizationId } = sub
    await expect(engine.verifyJournal(organizationId)).resolves.toMatchObject({ ok: true })
  })

  it.runIf(isNightly)('do not count in the parent, which has no such limit', async () => {
    await sendTo(sub.alice, 0, limit)
    const feature = { name: 'FEATURE_NAME_SMS_AUTH', value: '' } as const
    await root.run('ACTIVITY_TYPE_SET_ORGANIZATION_FEATURE', feature)
    expect(await sendTo(root, 0, limit + 1)).toEqual([])
  })
})

describe('messages to one contact', () => {
  it.each(Object.keys(senders))('are limited: %s', async (kind) => {
    const send = () => senders[kind]!(ALICE)
    const full = { sent: limits.otpSendsPerWindow, refusal: 'MESSAGE_LIMIT_REACHED' }
    expect(await sendAll(send)).toEqual(full)
    expect(engine.mails.length).toBeLessThanOrEqual(limits.otpSendsPerWindow)
    engine.clock.advance({ seconds: limits.otpContactWindow })
    expect(await sendAll(send)).toEqual(full)
  })

  it('are counted together across calls', async () => {
    let turn = 0
    const kinds = Object.values(senders)
    expect(await sendAll(() => kinds[turn++ % kinds.length]!(ALICE))).toEqual({
      sent: limits.otpSendsPerWindow,
      refusal: 'MESSAGE_LIMIT_REACHED',
    })
    const otp = sub.parent.run('ACTIVITY_TYPE_INIT_OTP', { otpType: 'OTP_TYPE_EMAIL', contact: ALICE })
    await expect(otp).rejects.toMatchObject({ errorCode: 'OTP_LIMIT_REACHED' })
  })

  it('are counted within one request: eleven invitations to one address are rejected as a whole', async () => {
    const invite = (count: number) =>
      root.run('ACTIVITY_TYPE_CREATE_INVITATIONS', {
        invitations: Array.from({ length: count }, (_, n) =>
          invitationOf(n % 2 ? 'Bob@Example.com' : 'bob@example.com', rootUserId),
        ),
      })
    await expect(invite(limits.otpSendsPerWindow + 1)).rejects.toMatchObject({
      status: 429,
      errorCode: 'MESSAGE_LIMIT_REACHED',
    })
    await invite(limits.otpSendsPerWindow)
    await engine.idle()
    expect(engine.mails).toHaveLength(limits.otpSendsPerWindow)
  })

  it('leave no rows behind after their window', async () => {
    const counted = async () => {
      const tables = ['otp-counted', 'otp-expiries']
      const lists = await Promise.all(
        tables.map((table) => engine.ports.store.list(root.organizationId, table)),
      )
      return lists.flat().length
    }
    for (let round = 0; round < 3; round++) {
      const invitations = Array.from({ length: 30 }, (_, n) =>
        invitationOf(`guest${round}-${n}@example.com`, rootUserId),
      )
      await root.run('ACTIVITY_TYPE_CREATE_INVITATIONS', { invitations })
      engine.clock.advance({ seconds: limits.otpContactWindow })
      expect(await counted()).toBeLessThanOrEqual(2 * invitations.length)
    }
  })
})
