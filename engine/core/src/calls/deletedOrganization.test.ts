/** What remains of a deleted sub-organization, compared with what the contract says about retention. */
import { expect, it } from 'vitest'
import {
  addPrivateKey,
  addSubOrganization,
  addUser,
  allow,
  createTargetKey,
  createTestEngine,
  newVerificationToken,
} from '../../test/support/index.ts'
import { createMemoryStore } from '../store/memory.ts'
import { collectContents } from '../store/wholeStore.ts'

/** Of `words/retention.json`: activities and what finds them, journal, versions of users, storage counters; and MACs. */
const KEPT =
  /^(activities|by-(status|type):.*|fingerprints(-of:.*)?|journal|heads|user-versions|storage|macs)$/

it('leaves only rows with a documented retention', async () => {
  const store = createMemoryStore()
  const engine = createTestEngine('deleted organization', { store })
  const { root } = await engine.organization()
  const { alice, parent, userId, organizationId } = await addSubOrganization(engine, root)
  const bob = await addUser(engine, alice, 'bob')
  const otp = { otpType: 'OTP_TYPE_EMAIL', contact: 'someone@example.com' } as const
  await alice.run('ACTIVITY_TYPE_INIT_OTP', otp)
  await newVerificationToken(engine, parent, 'other@example.com')
  const { targetPublicKey } = createTargetKey(engine.random)
  await parent.run('ACTIVITY_TYPE_EMAIL_AUTH_V2', { email: 'alice@example.com', targetPublicKey })
  await alice.run('ACTIVITY_TYPE_CREATE_READ_ONLY_SESSION', {})
  await alice.run('ACTIVITY_TYPE_INIT_IMPORT_WALLET', { userId })
  await alice.run('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'w', accounts: [] })
  await addPrivateKey(alice, 'k', { addressFormats: ['ADDRESS_FORMAT_ETHEREUM'] })
  await alice.run('ACTIVITY_TYPE_CREATE_USER_TAG', { userTagName: 't', userIds: [userId] })
  await alice.run('ACTIVITY_TYPE_CREATE_INVITATIONS', {
    invitations: [
      {
        receiverUserName: 'Guest',
        receiverUserEmail: 'guest@example.com',
        receiverUserTags: [],
        accessType: 'ACCESS_TYPE_WEB',
        senderUserId: userId,
      },
    ],
  })
  await allow(alice, "activity.resource == 'WALLET'", 'approvers.count() >= 2')
  // Waits for an approval that never comes.
  await bob.client.submit('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'of bob', accounts: [] })
  await alice.run('ACTIVITY_TYPE_DELETE_SUB_ORGANIZATION', { deleteWithoutExport: true })
  await engine.idle()
  const { rows } = await collectContents(store.readAll())
  const left = rows.flatMap(([organization, table]) => (organization === organizationId ? [table] : []))
  expect(new Set(left)).toContain('activities')
  expect(left.filter((table) => !KEPT.test(table))).toEqual([])
})
