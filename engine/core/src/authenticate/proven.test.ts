/** Credentials that nobody has proven: they authenticate, but lead no one into their organization. */
import { beforeEach, describe, expect, it } from 'vitest'
import {
  addSubOrganization,
  apiKeyStamper,
  createTargetKey,
  type Passkey,
  passkeyStamper,
  type SubOrganization,
} from '../../test/support/index.ts'
import { engine, inOrganization, root } from '../../test/support/setting.ts'

let stranger: SubOrganization

inOrganization('proven credentials')
beforeEach(async () => {
  stranger = await addSubOrganization(engine, root, { organization: { subOrganizationName: 'stranger' } })
})

const find = async (filterType: 'PUBLIC_KEY' | 'CREDENTIAL_ID', filterValue: string) =>
  (await root.query('list_suborgs', { filterType, filterValue })).organizationIds

const walletOf = () => engine.apiKey('API_KEY_CURVE_SECP256K1')
type Wallet = ReturnType<typeof walletOf>

const entryOf = ({ publicKey }: Wallet) => ({
  apiKeyName: 'wallet',
  publicKey,
  curveType: 'API_KEY_CURVE_SECP256K1' as const,
})

const claimKey = (wallet: Wallet, { alice, userId }: SubOrganization) =>
  alice.run('ACTIVITY_TYPE_CREATE_API_KEYS_V2', { userId, apiKeys: [entryOf(wallet)] })

const claimPasskey = (passkey: Passkey, { alice, userId }: SubOrganization) =>
  alice.run('ACTIVITY_TYPE_CREATE_AUTHENTICATORS_V2', { userId, authenticators: [passkey.register()] })

const own = (alice: object, subOrganizationName = 'own') =>
  addSubOrganization(engine, root, { alice, organization: { subOrganizationName } })

describe('a wallet that a stranger registered', () => {
  it('finds nothing, and doesn’t keep its owner from signing up and in', async () => {
    const wallet = walletOf()
    await claimKey(wallet, stranger)
    const owner = engine.client(root.organizationId, apiKeyStamper(wallet))
    expect(await find('PUBLIC_KEY', wallet.publicKey)).toEqual([])
    await expect(owner.query('whoami')).rejects.toMatchObject({ errorCode: 'API_KEY_NOT_FOUND' })

    const { organizationId } = await own({ apiKeys: [entryOf(wallet)], authenticators: [] })
    await owner.about(organizationId).query('whoami')
    expect(await find('PUBLIC_KEY', wallet.publicKey)).toEqual([organizationId])
    expect(await owner.query('whoami')).toMatchObject({ organizationId })
  })

  it('is proven by the first submit of its owner that succeeds', async () => {
    const wallet = walletOf()
    const { organizationId, userId } = await own({ apiKeys: [entryOf(wallet)], authenticators: [] })
    const owner = engine.client(organizationId, apiKeyStamper(wallet))
    await expect(
      owner.run('ACTIVITY_TYPE_DELETE_API_KEYS', { userId, apiKeyIds: ['none'] }),
    ).rejects.toThrow()
    expect(await find('PUBLIC_KEY', wallet.publicKey)).toEqual([])
    await owner.run('ACTIVITY_TYPE_UPDATE_USER', { userId, userName: 'ann' })
    expect(await find('PUBLIC_KEY', wallet.publicKey)).toEqual([organizationId])
  })

  it('isn’t proven by a stamp that doesn’t verify, names another organization, or is of another key', async () => {
    const wallet = walletOf()
    await claimKey(wallet, stranger)
    const owner = engine.client(stranger.organizationId, apiKeyStamper(wallet))
    const posted = owner.compose('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'one', accounts: [] })
    const forged = owner.stamper(new TextEncoder().encode('another body'))
    const response = await engine.handle(
      new Request(`http://localhost${posted.path}`, {
        method: 'POST',
        body: posted.text,
        headers: { [forged[0]]: forged[1] },
      }),
    )
    expect(response.status).toBe(401)
    await expect(owner.about(root.organizationId).query('list_wallets')).rejects.toThrow()
    await stranger.alice.query('whoami')
    expect(await find('PUBLIC_KEY', wallet.publicKey)).toEqual([])
  })

  it('is proven from the start if it stamped its own registration', async () => {
    const backend = (root.stamper.apiKey ?? (await Promise.reject(new Error('no key'))))!
    const { organizationId } = await own({
      apiKeys: [{ apiKeyName: 'backend', publicKey: backend.publicKey, curveType: backend.curve }],
      authenticators: [],
    })
    expect(await find('PUBLIC_KEY', backend.publicKey)).toEqual([organizationId])
  })

  it('stays proven after its registration is renewed as a session, and is forgotten once deleted', async () => {
    const key = engine.apiKey()
    const { alice, organizationId } = await own({})
    const login = () =>
      alice.run('ACTIVITY_TYPE_STAMP_LOGIN', { publicKey: key.publicKey, expirationSeconds: '900' })
    await login()
    expect(await find('PUBLIC_KEY', key.publicKey)).toEqual([])
    const session = engine.client(organizationId, apiKeyStamper(key))
    const { userId } = await session.query('whoami')
    await login()
    expect(await find('PUBLIC_KEY', key.publicKey)).toEqual([organizationId])
    const { apiKeys } = await alice.query('get_api_keys', { userId })
    await alice.run('ACTIVITY_TYPE_DELETE_API_KEYS', { userId, apiKeyIds: [apiKeys[0]!.apiKeyId] })
    expect(await find('PUBLIC_KEY', key.publicKey)).toEqual([])
  })
})

describe('a passkey', () => {
  it('finds its organization once it has stamped a request of it', async () => {
    const { alice, organizationId, passkey } = await own({})
    expect(await find('CREDENTIAL_ID', passkey.credentialId)).toEqual([])
    await expect(alice.about(root.organizationId).query('whoami')).rejects.toMatchObject({
      errorCode: 'PASSKEY_ASSERTION_INVALID',
    })
    await alice.query('whoami')
    expect(await find('CREDENTIAL_ID', passkey.credentialId)).toEqual([organizationId])
    expect(await alice.about(root.organizationId).query('whoami')).toMatchObject({ organizationId })
  })

  it('finds it among any number of organizations that registered its id, with its key or proven with another', async () => {
    const { alice, organizationId, passkey } = await own({})
    await alice.query('whoami')
    const rawId = new Uint8Array(Buffer.from(passkey.credentialId, 'base64url'))
    for (let n = 0; n < 12; n++) {
      const another = await own({}, `stranger ${n}`)
      if (n % 2 === 0) {
        await claimPasskey(passkey, another)
        continue
      }
      // An authenticator in software chooses its ids.
      const alike = engine.passkey({ rawId })
      await claimPasskey(alike, another)
      await engine.client(another.organizationId, passkeyStamper(alike)).query('whoami')
    }
    expect(await find('CREDENTIAL_ID', passkey.credentialId)).toHaveLength(7)
    expect(await alice.about(root.organizationId).query('whoami')).toMatchObject({ organizationId })
  })
})

it('doesn’t tell a stranger whether a key or passkey belongs to a customer', async () => {
  const wallet = walletOf()
  const { alice, organizationId, passkey } = await own({ apiKeys: [entryOf(wallet)] })
  await alice.query('whoami')
  await engine.client(organizationId, apiKeyStamper(wallet)).query('whoami')
  const unknown = { wallet: walletOf(), passkey: engine.passkey() }
  const rawIdOf = ({ credentialId }: Passkey) => new Uint8Array(Buffer.from(credentialId, 'base64url'))
  const answers = async (wallet: Wallet, passkey: Passkey, target: string) => {
    const byKey = engine.client(target, (body) => {
      const [name, value] = apiKeyStamper({ ...walletOf() })(body)
      const stamp = JSON.parse(Buffer.from(value, 'base64url').toString()) as object
      const forged = JSON.stringify({ ...stamp, publicKey: wallet.publicKey })
      return [name, Buffer.from(forged).toString('base64url')]
    })
    const byPasskey = engine.client(target, passkeyStamper(engine.passkey({ rawId: rawIdOf(passkey) })))
    const errors: string[] = []
    for (const client of [byKey, byPasskey]) {
      for (const call of ['whoami', 'list_wallets'] as const) {
        const error = (await client.query(call).catch((e: unknown) => e)) as { body: object; status: number }
        const text = JSON.stringify([error.status, error.body])
        errors.push(text.replaceAll(wallet.publicKey, '(key)').replaceAll(passkey.credentialId, '(passkey)'))
      }
    }
    return errors
  }
  for (const target of [organizationId, root.organizationId, stranger.organizationId]) {
    expect(await answers(wallet, passkey, target)).toEqual(
      await answers(unknown.wallet, unknown.passkey, target),
    )
  }
})

describe('requests that nobody has proven', () => {
  it('take no place from a session, nor end one', async () => {
    const { alice, parent, organizationId, userId } = await own({})
    const live = engine.apiKey()
    await alice.run('ACTIVITY_TYPE_STAMP_LOGIN', { publicKey: live.publicKey, expirationSeconds: '86400' })
    const session = engine.client(organizationId, apiKeyStamper(live))
    await session.query('whoami')
    for (let n = 0; n < 10; n++) {
      await parent.run('ACTIVITY_TYPE_EMAIL_AUTH', {
        email: 'alice@example.com',
        targetPublicKey: createTargetKey(engine.random).targetPublicKey,
      })
    }
    expect(await session.query('whoami')).toMatchObject({ userId })
  })
})
