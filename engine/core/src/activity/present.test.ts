/** Activities that users of the parent started, as users of the sub-organization see them. */
import { expect, it } from 'vitest'
import { addSubOrganization, createTestEngine } from '../../test/support/index.ts'

it("shows a sub-organization names of the parent's users, without contacts, tags and credentials", async () => {
  const engine = createTestEngine('present')
  const { root, organizationId: parentId, rootUserId } = await engine.organization()
  const { alice, parent, organizationId } = await addSubOrganization(engine, root)
  const webhook = { name: 'own', url: 'https://hooks.example/sub' }
  await alice.run('ACTIVITY_TYPE_CREATE_WEBHOOK_ENDPOINT', webhook)
  await root.run('ACTIVITY_TYPE_CREATE_WEBHOOK_ENDPOINT', { ...webhook, url: 'https://hooks.example/parent' })
  await engine.idle()
  engine.deliveries.length = 0
  const { id } = await parent.submit('ACTIVITY_TYPE_INIT_OTP', {
    otpType: 'OTP_TYPE_EMAIL',
    contact: 'alice@example.com',
  })
  await engine.idle()

  const bodyFor = (receiver: string) =>
    engine.deliveries.find((delivery) => delivery.organizationId === receiver)!.body
  const { activities } = await alice.query('list_activities')
  const { activity } = await alice.query('get_activity', { activityId: id })
  const seen = [activity, activities.find((one) => one.id === id)!, JSON.parse(bodyFor(organizationId))]
  for (const { votes, canApprove } of seen) {
    expect(votes[0]).toMatchObject({ userId: rootUserId, user: { userName: 'root', apiKeys: [] } })
    expect(votes[0].user).not.toHaveProperty('userEmail')
    expect(canApprove).toBe(false)
  }
  const { activity: own } = await parent.query('get_activity', { activityId: id })
  for (const { votes } of [own, JSON.parse(bodyFor(parentId))])
    expect(votes[0].user).toMatchObject({ userEmail: 'root@example.com', apiKeys: [{}] })
})
