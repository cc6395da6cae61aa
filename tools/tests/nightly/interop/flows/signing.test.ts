/** A sub-organization signs with its wallet, and other libraries verify. */

import { sha256Hex, toUtf8 } from '@keywright/keys'
import { dev, withTestDev } from '@keywright/server/test/shared'
import { describe, expect, it } from 'vitest'
import { AGES, sdks, serverSdkClient } from '../support/sdks.ts'

withTestDev()

const accounts = [
  {
    curve: 'CURVE_SECP256K1',
    pathFormat: 'PATH_FORMAT_BIP32',
    path: "m/44'/60'/0'/0/0",
    addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
  },
  {
    curve: 'CURVE_ED25519',
    pathFormat: 'PATH_FORMAT_BIP32',
    path: "m/44'/501'/0'/0'",
    addressFormat: 'ADDRESS_FORMAT_SOLANA',
  },
]

describe.each(AGES)('%s', (age) => {
  const { crypto } = sdks[age]
  /** A sub-organization whose root user has the returned key. */
  async function newSubOrganization() {
    const apiKey = crypto.generateP256KeyPair()
    const apiKeys = [{ apiKeyName: 'own', publicKey: apiKey.publicKey, curveType: 'API_KEY_CURVE_P256' }]
    const answer = await serverSdkClient(age, dev.server).createSubOrganization!({
      subOrganizationName: `signs ${age}`,
      rootQuorumThreshold: 1,
      rootUsers: [{ userName: 'owner', apiKeys, authenticators: [], oauthProviders: [] }],
      wallet: { walletName: 'first', accounts },
    })
    const owner = serverSdkClient(age, dev.server, { organizationId: answer.subOrganizationId, apiKey })
    return { ...answer, apiKey, owner }
  }

  it('keeps the posted bytes, so that anyone verifies the vote and the fingerprint', async () => {
    const { wallet, owner, apiKey } = await newSubOrganization()
    const { activity } = await owner.createWalletAccounts!({
      walletId: wallet.walletId,
      accounts: [{ ...accounts[0], path: "m/44'/60'/0'/0/1" }],
    })
    const [{ message, publicKey, signature }] = activity.votes
    expect(publicKey).toBe(apiKey.publicKey)
    expect(activity.fingerprint).toBe(`sha256:${sha256Hex(toUtf8(message))}`)
    expect(await crypto.verifyStampSignature(publicKey, signature, message)).toBe(true)
  })

  it('accepts a request that the SDK stamped and another program sends', async () => {
    const { owner, subOrganizationId } = await newSubOrganization()
    const { url, body, stamp } = await owner.stampGetWhoami!({ organizationId: subOrganizationId })
    const headers = { [stamp.stampHeaderName]: stamp.stampHeaderValue }
    const answer = await fetch(url, { method: 'POST', body, headers })
    expect(await answer.json()).toMatchObject({ organizationId: subOrganizationId, username: 'owner' })
    const altered = await fetch(url, { method: 'POST', body: `${body} `, headers })
    expect(altered.status).toBe(401)
  })
})
