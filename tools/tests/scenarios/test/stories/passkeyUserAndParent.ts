import { expect } from 'vitest'
import { ETHEREUM } from '../accounts.ts'
import { rawPayload } from '../person.ts'
import { story } from '../story.ts'
import { ethereumSigner } from '../transactions.ts'

export const passkeyUserAndParent = story(
  'a passkey user can sign, but the parent can only read',
  async (world) => {
    const { company } = await world.organization({ rootUsers: ['company'] })
    const alice = await company.opensSubOrganization({
      rootUser: 'alice',
      with: { wallet: { walletName: 'first', accounts: [ETHEREUM] } },
    })
    const [address] = alice.addresses as [string]

    const signature = await alice.signs(address, 'hello')
    expect(ethereumSigner('hello', signature), 'alice’s passkey signs with her wallet').toEqual(address)

    const parent = company.about(alice)
    expect(await parent.reads('list_wallets'), 'the parent reads wallets').toEqual(
      await alice.reads('list_wallets'),
    )
    await world.refuses('ORGANIZATION_MISMATCH', () => parent.signs(address, 'hello'))
    await world.refuses('ORGANIZATION_MISMATCH', () => parent.createsWallet('mine'))
    await world.refuses('ORGANIZATION_MISMATCH', () =>
      parent.does('EXPORT_WALLET_ACCOUNT', { address, targetPublicKey: world.device().targetPublicKey }),
    )
    // The wallet exists only in alice's organization.
    await world.refuses('SIGNER_NOT_FOUND', () => company.signs(address, 'hello'))

    // A passkey signature over another challenge is invalid.
    const body = alice.writes('SIGN_RAW_PAYLOAD_V2', rawPayload(address, 'hello'))
    await world.refuses('PASSKEY_ASSERTION_INVALID', () =>
      world.sendUnstamped(
        { ...body, text: body.text.replace('hello', 'howdy') },
        { 'x-stamp-webauthn': alice.passkey!.stamp(new TextEncoder().encode(body.text)) },
      ),
    )
  },
)
