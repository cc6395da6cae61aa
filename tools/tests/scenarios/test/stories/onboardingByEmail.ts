import { assert, expect } from 'vitest'
import { story } from '../story.ts'

export const onboardingByEmail = story('a user signs in with a link in an email', async (world) => {
  const { company } = await world.organization({ rootUsers: ['company'] })
  const backend = await company.addsUser('backend')
  const userEmail = 'alice@example.com'
  const alice = await company.opensSubOrganization({ rootUser: 'alice', as: { userEmail } })
  const browser = world.device()
  const request = {
    email: userEmail,
    targetPublicKey: browser.targetPublicKey,
    emailCustomization: { appName: 'Acme', magicLinkTemplate: 'https://app.example.com/#%s' },
  }
  const signIn = (changes: object = {}) =>
    backend.about(alice).does('EMAIL_AUTH_V3', { ...request, ...changes })

  await world.refuses('NOT_PERMITTED_BY_POLICY', () => signIn())
  await company.allows(backend, "activity.kind == 'EMAIL_AUTH'")
  const answer = await signIn()
  assert(!('credentialBundle' in answer), 'the backend gets no key')
  const { template, text } = await world.mailTo(userEmail, alice)
  assert(text.includes(`https://app.example.com/#${template['bundle']}`), 'the email contains the link')

  const session = alice.withKey(await browser.openCredential(template['bundle'] as string))
  expect(await session.reads('whoami'), 'she is signed in').toMatchObject({
    userId: alice.userId,
    username: 'alice',
  })
  await session.createsWallet('first')

  await world.refuses('CONTACT_NOT_FOUND', () => signIn({ email: 'mallory@example.com' }))
  // Email sign-in is disabled by default in the parent organization.
  await world.refuses('FEATURE_DISABLED', () =>
    company.does('EMAIL_AUTH_V3', { ...request, email: 'company@example.com' }),
  )
  await world.passes({ minutes: 15 })
  await world.refuses('API_KEY_EXPIRED', () => session.reads('whoami'))
})
