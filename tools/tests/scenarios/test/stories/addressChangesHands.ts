import { expect } from 'vitest'
import { story } from '../story.ts'

export const addressChangesHands = story('a code sent to an old email address is invalid', async (world) => {
  const { company } = await world.organization({ rootUsers: ['company'] })
  const old = 'alice@example.com'
  const alice = await company.opensSubOrganization({ rootUser: 'alice', as: { userEmail: old } })
  const parent = company.about(alice)
  const { targetPublicKey } = world.device()
  const { otpId } = await parent.does('INIT_OTP_AUTH', { otpType: 'OTP_TYPE_EMAIL', contact: old })
  const { template } = await world.mailTo(old, alice)

  await alice.does('UPDATE_USER', { userId: alice.userId, userEmail: 'alice@new.example.com' })
  await world.refuses('OTP_INVALID', () =>
    parent.does('OTP_AUTH', { otpId, otpCode: template['code'] as string, targetPublicKey }),
  )
  await world.refuses('CONTACT_NOT_FOUND', () =>
    parent.does('INIT_OTP_AUTH', { otpType: 'OTP_TYPE_EMAIL', contact: old }),
  )
  const byMail = (filterValue: string) => company.reads('list_suborgs', { filterType: 'EMAIL', filterValue })
  expect((await byMail(old)).organizationIds, 'the old address finds no organization').toEqual([])
  expect(
    (await byMail('alice@new.example.com')).organizationIds,
    'the new address finds the organization',
  ).toEqual([alice.organizationId])
})
