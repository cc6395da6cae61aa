import { apiKeyStamper } from '@keywright/engine/test'
import { parseStampHeader, toStampHeader, toUtf8 } from '@keywright/keys'
import { expect } from 'vitest'
import { story } from '../story.ts'

export const sameKeyInParentAndChild = story(
  'one key belongs to a user of the parent and a user of the child',
  async (world) => {
    const { company } = await world.organization({ rootUsers: ['company'] })
    const apiKeys = [
      { apiKeyName: 'the same', publicKey: company.key!.publicKey, curveType: 'API_KEY_CURVE_P256' },
    ]
    const alice = await company.opensSubOrganization({ rootUser: 'alice', as: { apiKeys } })
    const other = await company.opensSubOrganization({ rootUser: 'other' })

    const parent = await company.reads('whoami')
    expect(parent, 'in the parent').toMatchObject({
      userId: company.userId,
      organizationId: company.organizationId,
    })
    // The user of the requested organization takes precedence, and can write there.
    const child = company.about(alice)
    const { organizationId, userId } = alice
    expect(await child.reads('whoami'), 'in the child').toMatchObject({ userId, organizationId })
    await child.createsWallet('as alice')
    await world.refuses('ORGANIZATION_MISMATCH', () => company.about(other).createsWallet('as the company'))

    // Within an organization, a key belongs to one user.
    const { apiKeyName, publicKey } = apiKeys[0]!
    const twin = { userName: 'twin', apiKeys: [{ apiKeyName, publicKey }], authenticators: [], userTags: [] }
    await world.refuses('CREDENTIAL_TAKEN', () => company.does('CREATE_USERS_V2', { users: [twin] }))
    // Naming a public key without a valid signature is rejected.
    const forged = apiKeyStamper({ ...company.key!, privateKey: world.apiKey().privateKey })
    const body = child.writes('CREATE_WALLET', { walletName: 'forged', accounts: [] })
    const [header, stamp] = forged(toUtf8(body.text))
    const named = toStampHeader({ ...parseStampHeader(stamp), publicKey })
    await world.refuses('API_KEY_SIGNATURE_INVALID', () => world.sendUnstamped(body, { [header]: named }))
  },
)
