import { expect } from 'vitest'
import { story } from '../story.ts'

export const onboardingByOtp = story('a user signs in with a code in a text message', async (world) => {
  const { company } = await world.organization({ rootUsers: ['company'] })
  const userPhoneNumber = '+15555550123'
  const alice = await company.opensSubOrganization({ rootUser: 'alice', as: { userPhoneNumber } })
  const parent = company.about(alice)
  const phone = world.device()

  const sendCode = async () => {
    const { otpId } = await parent.does('INIT_OTP_AUTH', {
      otpType: 'OTP_TYPE_SMS',
      contact: userPhoneNumber,
    })
    const { template } = await world.messageTo(userPhoneNumber, alice)
    return { otpId, otpCode: template['code'] as string }
  }
  const exchange = (code: { otpId: string; otpCode: string }) =>
    parent.does('OTP_AUTH', { ...code, targetPublicKey: phone.targetPublicKey })
  const mistyped = (code: string) => (code === '000000' ? '000001' : '000000')

  const code = await sendCode()
  await world.refusesAndRemembers('OTP_INVALID', () => exchange({ ...code, otpCode: mistyped(code.otpCode) }))
  const { credentialBundle } = await exchange(code)
  const session = alice.withKey(await phone.openCredential(credentialBundle!))
  expect(await session.reads('whoami'), 'the code signs her in').toMatchObject({ userId: alice.userId })
  await world.refuses('OTP_INVALID', () => exchange(code))

  // Three wrong attempts lock a code, and then even the right code is rejected.
  const locked = await sendCode()
  for (let tries = 0; tries < 3; tries++) {
    await world.refusesAndRemembers('OTP_INVALID', () =>
      exchange({ ...locked, otpCode: mistyped(locked.otpCode) }),
    )
  }
  await world.refuses('OTP_INVALID', () => exchange(locked))
  const late = await sendCode()
  await world.passes({ minutes: 5 })
  await world.refuses('OTP_INVALID', () => exchange(late))
})
