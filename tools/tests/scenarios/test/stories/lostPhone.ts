import { expect } from 'vitest'
import { ETHEREUM } from '../accounts.ts'
import { story } from '../story.ts'
import { ethereumSigner } from '../transactions.ts'

export const lostPhone = story('alice loses her phone and recovers by email', async (world) => {
  const { company } = await world.organization({ rootUsers: ['company'] })
  const userEmail = 'alice@example.com'
  const alice = await company.opensSubOrganization({
    rootUser: 'alice',
    as: { userEmail },
    with: { wallet: { walletName: 'first', accounts: [ETHEREUM] } },
  })
  const { userId } = alice

  // The company starts the recovery; only the requesting device can decrypt the email's bundle.
  const newPhone = world.device()
  const answer = await company.about(alice).does('INIT_USER_EMAIL_RECOVERY_V2', {
    email: userEmail,
    targetPublicKey: newPhone.targetPublicKey,
    emailCustomization: { appName: 'Acme' },
  })
  expect(answer, 'the company gets only the user ID').toEqual({ userId })
  const { template } = await world.mailTo(userEmail, alice)
  const recovering = alice.withKey(await newPhone.openCredential(template['bundle'] as string))

  await world.refuses('NOT_PERMITTED_BY_POLICY', () => recovering.createsWallet('thief'))
  const passkey = world.passkey()
  const authenticator = passkey.register('new phone')
  await world.refuses('RECOVERY_CREDENTIAL_REQUIRED', () =>
    alice.does('RECOVER_USER', { userId, authenticator }),
  )
  await recovering.does('RECOVER_USER', { userId, authenticator })
  await world.refuses('API_KEY_NOT_FOUND', () => recovering.reads('whoami'))

  const recovered = alice.withPasskey(passkey)
  const { authenticators } = await recovered.reads('get_authenticators', { userId })
  const lost = authenticators.find(({ credentialId }) => credentialId === alice.passkey!.credentialId)!
  await recovered.does('DELETE_AUTHENTICATORS', { userId, authenticatorIds: [lost.authenticatorId] })
  await world.refuses('PASSKEY_ASSERTION_INVALID', () => alice.reads('whoami'))

  const [address] = alice.addresses as [string]
  const signature = await recovered.signs(address, 'I am back')
  expect(ethereumSigner('I am back', signature), 'the new phone signs with the old address').toEqual(address)
  expect(await recovered.reads('whoami'), 'she is the same user').toMatchObject({ userId })
})
