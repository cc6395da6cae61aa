/** An email address names an approver only if it was proven or set by the root quorum. */
import { beforeEach, describe, expect, it } from 'vitest'
import {
  allow,
  apiKeyStamper,
  type CallRefused,
  type Client,
  createTestEngine,
  newVerificationToken,
} from '../../test/support/index.ts'
import { addUser, type Person } from '../../test/support/people.ts'
import { engine, inOrganization, root } from '../../test/support/setting.ts'
import type { UserRow } from '../store/tables.ts'
import { ownEmailOf } from './contacts.ts'

const CFO = 'cfo@example.com'

let desk: Person
let dave: Person
inOrganization('contacts')
beforeEach(async () => {
  desk = await addUser(engine, root, 'help desk')
  dave = await addUser(engine, root, 'dave')
  await allow(root, "activity.resource == 'USER'", `approvers.any(a, a.id == '${desk.userId}')`)
  await allow(root, "activity.resource == 'WALLET'", `approvers.any(a, a.email == '${CFO}')`)
})

const setEmail = (client: Client, { userId }: Person, userEmail: string, type: 'one' | 'all') =>
  type === 'one'
    ? client.run('ACTIVITY_TYPE_UPDATE_USER_EMAIL', { userId, userEmail })
    : client.run('ACTIVITY_TYPE_UPDATE_USER', { userId, userEmail })
const createWallet = ({ client }: Person) =>
  client.run('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'w', accounts: [] })
const refused = async (person: Person) =>
  expect(
    await createWallet(person).then(
      () => 'allowed',
      (error: CallRefused) => error.errorCode,
    ),
  ).toBe('NOT_PERMITTED_BY_POLICY')

/** Signs in by a code to the address. @returns the id of the signed-in user */
async function signIn(contact: string): Promise<string> {
  const key = engine.apiKey()
  const { publicKey } = key
  const verificationToken = await newVerificationToken(engine, root, contact, publicKey)
  await root.run('ACTIVITY_TYPE_OTP_LOGIN', { verificationToken, publicKey })
  return (await engine.client(root.organizationId, apiKeyStamper(key)).query('whoami')).userId
}

describe('a sign-in by code', () => {
  beforeEach(() =>
    root.run('ACTIVITY_TYPE_SET_ORGANIZATION_FEATURE', { name: 'FEATURE_NAME_OTP_EMAIL_AUTH', value: '' }),
  )

  it('leads to the user whose address the root quorum set, not to an older user', async () => {
    await setEmail(root, dave, CFO, 'one')
    await setEmail(desk.client, desk, CFO, 'one')
    expect(await signIn(CFO)).toBe(dave.userId)
  })

  it('does not make a user an approver if another user set the address', async () => {
    await setEmail(desk.client, desk, CFO, 'one')
    expect(await signIn(CFO)).toBe(desk.userId)
    await refused(desk)
  })
})

describe.each(['one', 'all'] as const)('an email address set by the call that changes %s', (type) => {
  it('counts if the root quorum set it', async () => {
    await refused(dave)
    await setEmail(root, dave, CFO, type)
    await createWallet(dave)
  })

  it('does not make its user an approver if another user set it', async () => {
    await setEmail(desk.client, desk, CFO, type)
    await refused(desk)
  })

  it('stops counting after another user changes it, even back', async () => {
    await setEmail(root, dave, CFO, type)
    await setEmail(desk.client, dave, 'other@example.com', type)
    await setEmail(desk.client, dave, CFO, type)
    await refused(dave)
    // An identical body would be the same activity.
    engine.clock.advance({ seconds: 1 })
    await setEmail(root, dave, CFO, type)
    await createWallet(dave)
  })
})

it('an email address that a user sets for a new user does not count', async () => {
  const engine = createTestEngine('contacts of new users')
  const { root } = await engine.organization()
  const row = async (client: Client, userName: string) => {
    const key = engine.apiKey()
    const { userIds } = await client.run('ACTIVITY_TYPE_CREATE_USERS_V2', {
      users: [
        {
          userName,
          userEmail: CFO,
          apiKeys: [{ apiKeyName: 'k', publicKey: key.publicKey }],
          authenticators: [],
          userTags: [],
        },
      ],
    })
    return engine.ports.store.get(
      root.organizationId,
      'users',
      userIds[0]!,
    ) as Promise<unknown> as Promise<UserRow>
  }
  const clerk = await addUser(engine, root, 'clerk')
  await allow(root, 'true', `approvers.any(a, a.id == '${clerk.userId}')`)
  expect(ownEmailOf(await row(root, 'by root'))).toBe(CFO)
  expect(ownEmailOf(await row(clerk.client, 'by a clerk'))).toBeUndefined()
})
