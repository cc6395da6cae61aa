import { expect } from 'vitest'
import { ETHEREUM } from '../accounts.ts'
import { story } from '../story.ts'
import { ethereumSigner } from '../transactions.ts'

export const pregeneratedWalletClaimed = story(
  'a wallet is created before its owner signs up, and claimed later',
  async (world) => {
    const { company } = await world.organization({ rootUsers: ['company'] })
    const userEmail = 'alice@example.com'
    const alice = await company.opensSubOrganization({
      rootUser: 'alice',
      as: { userEmail, authenticators: [] },
      with: { wallet: { walletName: 'gift', accounts: [ETHEREUM] } },
    })
    const [address] = alice.addresses as [string]
    const parent = company.about(alice)
    await world.refuses('ORGANIZATION_MISMATCH', () => parent.signs(address, 'mine for now'))

    const browser = world.device()
    const { otpId } = await parent.does('INIT_OTP_AUTH', { otpType: 'OTP_TYPE_EMAIL', contact: userEmail })
    const { template } = await world.mailTo(userEmail, alice)
    const { credentialBundle } = await parent.does('OTP_AUTH', {
      otpId,
      otpCode: template['code'] as string,
      targetPublicKey: browser.targetPublicKey,
    })
    const claiming = alice.withKey(await browser.openCredential(credentialBundle!))
    const passkey = world.passkey()
    await claiming.does('CREATE_AUTHENTICATORS_V2', {
      userId: alice.userId,
      authenticators: [passkey.register()],
    })
    await world.passes({ minutes: 15 })
    await world.refuses('API_KEY_EXPIRED', () => claiming.signs(address, 'mine'))
    const signature = await alice.withPasskey(passkey).signs(address, 'mine')
    expect(ethereumSigner('mine', signature), 'the wallet keeps its address').toEqual(address)
  },
)
