import { expect } from 'vitest'
import { story } from '../story.ts'

export const sessionLifecycle = story(
  'sessions are created, used to read or write, and expire',
  async (world) => {
    const { company } = await world.organization({ rootUsers: ['company'] })
    const alice = await company.opensSubOrganization({ rootUser: 'alice' })

    const { session } = await alice.does('CREATE_READ_ONLY_SESSION', {})
    const reading = alice.withSession(session)
    expect(await reading.reads('list_wallets'), 'it reads').toEqual({ wallets: [] })
    await world.refuses('SESSION_READ_ONLY', () => reading.createsWallet('no'))
    await world.refuses('SESSION_INVALID', () => reading.about(company).reads('list_wallets'))
    await world.refuses('SESSION_INVALID', () => alice.withSession(`${session}x`).reads('whoami'))

    const browser = world.device()
    const { credentialBundle } = await alice.does('CREATE_READ_WRITE_SESSION_V2', {
      targetPublicKey: browser.targetPublicKey,
      expirationSeconds: '600',
    })
    const writing = alice.withKey(await browser.openCredential(credentialBundle))
    await writing.createsWallet('yes')

    await world.passes({ minutes: 10 })
    await world.refuses('API_KEY_EXPIRED', () => writing.createsWallet('too late'))
    expect(await reading.reads('whoami'), 'the other session is still valid').toMatchObject({
      userId: alice.userId,
    })
    await world.passes({ minutes: 50 })
    await world.refuses('SESSION_INVALID', () => reading.reads('whoami'))

    // A login with a key of the client, which the next login invalidates.
    const [first, second] = [world.apiKey(), world.apiKey()]
    await alice.does('STAMP_LOGIN', { publicKey: first.publicKey })
    await alice.withKey(first).reads('whoami')
    await alice.does('STAMP_LOGIN', { publicKey: second.publicKey, invalidateExisting: true })
    await world.refuses('API_KEY_NOT_FOUND', () => alice.withKey(first).reads('whoami'))
  },
)
