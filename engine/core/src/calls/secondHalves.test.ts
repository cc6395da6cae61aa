/** Flows with two calls: the second call fails if the reason for the first one is gone. */
import { callList, errors, type FeatureName } from '@keywright/contract'
import { oidcNonceOf, sealImport, toUtf8 } from '@keywright/keys'
import { beforeAll, expect, it } from 'vitest'
import { everyNth } from '../../../../tools/scripts/lib/tries.ts'
import type { SubmitType } from '../../test/callCoverage/accepted/index.ts'
import {
  clientSignatureBy,
  createWorld,
  ETHEREUM,
  newSealedCode,
  newTargetPublicKey,
  UNKNOWN_ID,
  type World,
} from '../../test/callCoverage/world.ts'
import {
  ALICE,
  apiKeyStamper,
  CallRefused,
  type Client,
  createTargetKey,
  passkeyStamper,
  sessionStamper,
} from '../../test/support/index.ts'

let world: World

beforeAll(async () => {
  world = await createWorld('second halves')
})

/** A sub-organization with alice, who the flows are about, and a keeper, who can change everything. */
interface House {
  readonly organizationId: string
  readonly aliceId: string
  readonly alice: Client
  readonly keeperId: string
  readonly keeper: Client
  /** A user of the parent, with the sub-organization as target. */
  readonly parent: Client
  /** Alice's subject at the issuer. */
  readonly subject: string
}

async function newHouse(): Promise<House> {
  const { engine, root, issuer, unique } = world
  const passkey = engine.passkey()
  const key = engine.apiKey()
  const subject = unique('subject')
  const { subOrganizationId: organizationId, rootUserIds } = await root.run(
    'ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V8',
    {
      subOrganizationName: unique('house'),
      rootUsers: [
        {
          userName: 'alice',
          ...ALICE,
          apiKeys: [],
          authenticators: [passkey.register()],
          oauthProviders: [
            { providerName: 'example', oidcClaims: { iss: issuer.url, sub: subject, aud: 'app' } },
          ],
        },
        {
          userName: 'keeper',
          apiKeys: [
            { apiKeyName: 'key', publicKey: key.publicKey, curveType: 'API_KEY_CURVE_P256' as const },
          ],
          authenticators: [],
          oauthProviders: [],
        },
      ],
      rootQuorumThreshold: 1,
    },
  )
  const [aliceId, keeperId] = rootUserIds as [string, string]
  return {
    organizationId,
    aliceId,
    alice: engine.client(organizationId, passkeyStamper(passkey)),
    keeperId,
    keeper: engine.client(organizationId, apiKeyStamper(key)),
    parent: root.about(organizationId),
    subject,
  }
}

/** The call that finishes a flow, from a caller who may make it. */
interface Half {
  readonly client: Client
  readonly parameters: object
}

interface Flow {
  readonly name: string
  /** The second call; for credentials, a query stands for every call. */
  readonly type: SubmitType | 'whoami'
  /** Runs everything before the second call. */
  readonly begin: (house: House) => Promise<Half>
  /** A feature of the house that must be on. */
  readonly feature?: string
  /** Whether it belongs to the house; otherwise to its parent. */
  readonly isOfHouse: boolean
  /** Whether it belongs to alice, so that it ends when she is deleted. */
  readonly isOfAlice: boolean
  /** Alice's contact that received it. */
  readonly contact?: keyof typeof ALICE
  /** Whether it is valid for at most a day. */
  readonly isLapsing: boolean
  readonly isUsedOnce: boolean
  /** The same call for another user or contact. */
  readonly forAnother?: (house: House, half: Half) => Half
}

const lastCode = () => world.engine.mails.at(-1)!.template['code'] as string

async function codeFor(client: Client, call: 'ACTIVITY_TYPE_INIT_OTP' | 'ACTIVITY_TYPE_INIT_OTP_AUTH') {
  const { otpId } = await client.run(call, { otpType: 'OTP_TYPE_EMAIL', contact: ALICE.userEmail })
  await world.engine.idle()
  return { otpId, otpCode: lastCode() }
}

async function tokenFor(client: Client, bound: { readonly publicKey?: string } = {}): Promise<string> {
  const shown = await codeFor(client, 'ACTIVITY_TYPE_INIT_OTP')
  return (await client.run('ACTIVITY_TYPE_VERIFY_OTP', { ...shown, ...bound })).verificationToken
}

async function mailedKey(
  house: House,
  call: 'ACTIVITY_TYPE_EMAIL_AUTH' | 'ACTIVITY_TYPE_INIT_USER_EMAIL_RECOVERY',
) {
  const { engine } = world
  const target = createTargetKey(engine.random)
  await house.parent.run(call, { email: ALICE.userEmail, targetPublicKey: target.targetPublicKey })
  await engine.idle()
  const key = await target.open(engine.mails.at(-1)!.template['bundle'] as string)
  return engine.client(house.organizationId, apiKeyStamper(key))
}

async function otpLogin({ parent }: House): Promise<Half> {
  const key = world.engine.apiKey()
  const { publicKey } = key
  const verificationToken = await tokenFor(parent, { publicKey })
  const clientSignature = clientSignatureBy(key, verificationToken, { login: { publicKey } })
  return { client: parent, parameters: { verificationToken, publicKey, clientSignature } }
}

async function importing(
  { alice, aliceId, organizationId }: House,
  init: 'ACTIVITY_TYPE_INIT_IMPORT_WALLET' | 'ACTIVITY_TYPE_INIT_IMPORT_PRIVATE_KEY',
  secret: Uint8Array,
) {
  const { engine } = world
  const { importBundle } = await alice.run(init, { userId: aliceId })
  const encryptedBundle = await sealImport(
    secret,
    importBundle,
    { signerPublicKey: engine.signerPublicKey, organizationId, userId: aliceId },
    engine.random,
  )
  return { userId: aliceId, encryptedBundle }
}

/** A verification token for a contact, and the creation of a sub-organization with it. */
async function housewarming(): Promise<Half> {
  const { root, engine, unique } = world
  const key = engine.apiKey()
  const verificationToken = await tokenFor(root, { publicKey: key.publicKey })
  return {
    client: root,
    parameters: {
      subOrganizationName: unique('proven'),
      rootUsers: [
        {
          userName: 'alice',
          ...ALICE,
          apiKeys: [],
          authenticators: [engine.passkey().register()],
          oauthProviders: [],
        },
      ],
      rootQuorumThreshold: 1,
      verificationToken,
      clientSignature: clientSignatureBy(key, verificationToken, { signup: { email: ALICE.userEmail } }),
    },
  }
}

const withParameters = ({ parameters, client }: Half, change: object): Half => ({
  client,
  parameters: { ...parameters, ...change },
})
const withRootUserOf = (half: Half, contact: object) => {
  const { rootUsers } = half.parameters as { rootUsers: [object] }
  return withParameters(half, { rootUsers: [{ ...rootUsers[0], ...contact }] })
}

const OTP = { feature: 'FEATURE_NAME_OTP_EMAIL_AUTH', isLapsing: true, isUsedOnce: true } as const
const PHRASE = `${'abandon '.repeat(11)}about`

const flows: readonly Flow[] = (<(Omit<Flow, 'name' | 'isOfHouse'> & Partial<Flow>)[]>[
  {
    type: 'ACTIVITY_TYPE_RECOVER_USER',
    feature: 'FEATURE_NAME_EMAIL_RECOVERY',
    isOfAlice: true,
    isLapsing: true,
    isUsedOnce: true,
    begin: async (house) => ({
      client: await mailedKey(house, 'ACTIVITY_TYPE_INIT_USER_EMAIL_RECOVERY'),
      parameters: { userId: house.aliceId, authenticator: world.engine.passkey().register() },
    }),
    forAnother: ({ keeperId }, half) => withParameters(half, { userId: keeperId }),
  },
  {
    type: 'ACTIVITY_TYPE_OTP_AUTH',
    ...OTP,
    isOfAlice: true,
    contact: 'userEmail',
    begin: async ({ parent }) => ({
      client: parent,
      parameters: {
        ...(await codeFor(parent, 'ACTIVITY_TYPE_INIT_OTP_AUTH')),
        targetPublicKey: newTargetPublicKey(world),
      },
    }),
    forAnother: (_, half) => withParameters(half, { otpId: UNKNOWN_ID }),
  },
  {
    type: 'ACTIVITY_TYPE_VERIFY_OTP',
    ...OTP,
    isOfAlice: false,
    begin: async ({ parent }) => ({
      client: parent,
      parameters: await codeFor(parent, 'ACTIVITY_TYPE_INIT_OTP'),
    }),
    forAnother: (_, half) => withParameters(half, { otpId: UNKNOWN_ID }),
  },
  {
    type: 'ACTIVITY_TYPE_VERIFY_OTP_V2',
    ...OTP,
    isOfAlice: false,
    begin: async ({ parent, organizationId }) => ({
      client: parent,
      parameters: await newSealedCode(world, parent, organizationId),
    }),
    forAnother: (_, half) => withParameters(half, { otpId: UNKNOWN_ID }),
  },
  {
    type: 'ACTIVITY_TYPE_OTP_LOGIN',
    ...OTP,
    isOfAlice: true,
    contact: 'userEmail',
    begin: otpLogin,
    forAnother: (_, half) => withParameters(half, { publicKey: world.engine.apiKey().publicKey }),
  },
  {
    type: 'ACTIVITY_TYPE_OTP_LOGIN_V2',
    ...OTP,
    isOfAlice: true,
    contact: 'userEmail',
    begin: otpLogin,
    forAnother: (_, half) => withParameters(half, { publicKey: world.engine.apiKey().publicKey }),
  },
  {
    type: 'ACTIVITY_TYPE_UPDATE_USER_EMAIL',
    ...OTP,
    isOfAlice: true,
    begin: async ({ keeper, aliceId }) => ({
      client: keeper,
      parameters: {
        userId: aliceId,
        userEmail: ALICE.userEmail,
        verificationToken: await tokenFor(keeper),
      },
    }),
    forAnother: (_, half) => withParameters(half, { userEmail: 'another@example.com' }),
  },
  {
    type: 'ACTIVITY_TYPE_UPDATE_USER_PHONE_NUMBER',
    feature: 'FEATURE_NAME_SMS_AUTH',
    isOfAlice: true,
    isLapsing: true,
    isUsedOnce: true,
    async begin({ keeper, aliceId }) {
      const { otpId } = await keeper.run('ACTIVITY_TYPE_INIT_OTP', {
        otpType: 'OTP_TYPE_SMS',
        contact: ALICE.userPhoneNumber,
      })
      await world.engine.idle()
      const otpCode = world.engine.messages.at(-1)!.template['code'] as string
      const { verificationToken } = await keeper.run('ACTIVITY_TYPE_VERIFY_OTP', { otpId, otpCode })
      const { userPhoneNumber } = ALICE
      return { client: keeper, parameters: { userId: aliceId, userPhoneNumber, verificationToken } }
    },
    forAnother: (_, half) => withParameters(half, { userPhoneNumber: '+15555550199' }),
  },
  {
    type: 'ACTIVITY_TYPE_OAUTH',
    isOfAlice: true,
    isLapsing: true,
    // A token is bound to one key, so repeating it gives no one else access.
    isUsedOnce: false,
    async begin({ parent, subject }) {
      const targetPublicKey = newTargetPublicKey(world)
      const oidcToken = await world.issuer.token({ sub: subject, nonce: oidcNonceOf(targetPublicKey) })
      return { client: parent, parameters: { oidcToken, targetPublicKey } }
    },
    forAnother: (_, half) => withParameters(half, { targetPublicKey: newTargetPublicKey(world) }),
  },
  {
    type: 'ACTIVITY_TYPE_OAUTH_LOGIN',
    isOfAlice: true,
    isLapsing: true,
    isUsedOnce: false,
    async begin({ parent, subject }) {
      const { publicKey } = world.engine.apiKey()
      const oidcToken = await world.issuer.token({ sub: subject, nonce: oidcNonceOf(publicKey) })
      return { client: parent, parameters: { oidcToken, publicKey } }
    },
    forAnother: (_, half) => withParameters(half, { publicKey: world.engine.apiKey().publicKey }),
  },
  {
    type: 'ACTIVITY_TYPE_IMPORT_WALLET',
    isOfAlice: true,
    isLapsing: false,
    isUsedOnce: true,
    begin: async (house) => ({
      client: house.alice,
      parameters: {
        ...(await importing(house, 'ACTIVITY_TYPE_INIT_IMPORT_WALLET', toUtf8(PHRASE))),
        walletName: world.unique('imported'),
        accounts: [ETHEREUM],
      },
    }),
    forAnother: ({ keeper, keeperId }, { parameters }) => ({
      client: keeper,
      parameters: { ...parameters, userId: keeperId },
    }),
  },
  {
    type: 'ACTIVITY_TYPE_IMPORT_PRIVATE_KEY',
    isOfAlice: true,
    isLapsing: false,
    isUsedOnce: true,
    begin: async (house) => ({
      client: house.alice,
      parameters: {
        ...(await importing(house, 'ACTIVITY_TYPE_INIT_IMPORT_PRIVATE_KEY', new Uint8Array(32).fill(0x11))),
        privateKeyName: world.unique('imported'),
        curve: 'CURVE_SECP256K1',
        addressFormats: [],
      },
    }),
    forAnother: ({ keeper }, { parameters }) => ({ client: keeper, parameters }),
  },
  ...(['ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V7', 'ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V8'] as const).map(
    (type): Flow => ({
      name: type,
      isOfHouse: false,
      type,
      isOfAlice: false,
      isLapsing: true,
      isUsedOnce: true,
      begin: housewarming,
      forAnother: (_, half) => withRootUserOf(half, { userEmail: 'another@example.com' }),
    }),
  ),
  {
    name: 'what an emailed key may do',
    type: 'whoami',
    feature: 'FEATURE_NAME_EMAIL_AUTH',
    isOfAlice: true,
    isLapsing: true,
    isUsedOnce: false,
    begin: async (house) => ({
      client: await mailedKey(house, 'ACTIVITY_TYPE_EMAIL_AUTH'),
      parameters: {},
    }),
  },
  {
    name: 'what a session may do',
    type: 'whoami',
    isOfAlice: true,
    isLapsing: true,
    isUsedOnce: false,
    async begin({ alice, organizationId }) {
      const { session } = await alice.run('ACTIVITY_TYPE_CREATE_READ_ONLY_SESSION', {})
      return { client: world.engine.client(organizationId, sessionStamper(session)), parameters: {} }
    },
  },
]).map((flow) => ({ name: flow.type, isOfHouse: true, ...flow }))

const finish = ({ type }: Flow, { client, parameters }: Half) => {
  // An identical body would be the same activity.
  world.engine.clock.advance({ milliseconds: 1 })
  return type === 'whoami' ? client.query('whoami') : client.submit(type, parameters as never)
}

/** Expects a catalog error for the caller's request, and no new entry in the journals of house and parent. */
async function expectRefused(flow: Flow, half: Half, house: House): Promise<void> {
  const { store } = world.engine.ports
  const versions = () => Promise.all([house, world].map((one) => store.version(one.organizationId)))
  const before = await versions()
  const outcome = await finish(flow, half).then(
    (answer) => answer,
    (error: unknown) => error,
  )
  expect(outcome).toBeInstanceOf(CallRefused)
  const { status, errorCode } = outcome as CallRefused
  expect(Object.keys(errors)).toContain(errorCode)
  expect([status >= 400, status < 500], String(outcome)).toEqual([true, true])
  expect(await versions()).toEqual(before)
}

/** A change between the two calls. Returns the second call if it is a different one. */
type Change = (house: House, half: Half, flow: Flow) => Promise<Half | undefined>
const changes: Readonly<Record<string, { applies: (flow: Flow) => boolean; change: Change }>> = {
  'its feature is off': {
    applies: ({ feature }) => feature !== undefined,
    async change({ keeper }, _, { feature }) {
      await keeper.run('ACTIVITY_TYPE_REMOVE_ORGANIZATION_FEATURE', { name: feature as FeatureName })
      return undefined
    },
  },
  'its user is deleted': {
    applies: ({ isOfAlice }) => isOfAlice,
    async change({ keeper, keeperId, aliceId }) {
      await keeper.run('ACTIVITY_TYPE_UPDATE_ROOT_QUORUM', { threshold: 1, userIds: [keeperId] })
      await keeper.run('ACTIVITY_TYPE_DELETE_USERS', { userIds: [aliceId] })
      return undefined
    },
  },
  'its contact changed': {
    applies: ({ contact }) => contact !== undefined,
    async change({ keeper, aliceId: userId }) {
      await keeper.run('ACTIVITY_TYPE_UPDATE_USER_EMAIL', { userId, userEmail: 'another@example.com' })
      return undefined
    },
  },
  'its identity was deleted': {
    applies: ({ type }) => type === 'ACTIVITY_TYPE_OAUTH' || type === 'ACTIVITY_TYPE_OAUTH_LOGIN',
    async change({ keeper, aliceId: userId }) {
      const { oauthProviders } = await keeper.query('get_oauth_providers', { userId })
      await keeper.run('ACTIVITY_TYPE_DELETE_OAUTH_PROVIDERS', {
        userId,
        providerIds: oauthProviders.map(({ providerId }) => providerId),
      })
      return undefined
    },
  },
  'its organization is deleted': {
    applies: ({ isOfHouse }) => isOfHouse,
    async change({ keeper }) {
      await keeper.run('ACTIVITY_TYPE_DELETE_SUB_ORGANIZATION', { deleteWithoutExport: true })
      return undefined
    },
  },
  'it has expired': {
    applies: ({ isLapsing }) => isLapsing,
    async change() {
      world.engine.clock.advance({ hours: 25 })
      return undefined
    },
  },
  'it was used before': {
    applies: ({ isUsedOnce }) => isUsedOnce,
    async change(_, half, flow) {
      await finish(flow, half)
      return undefined
    },
  },
  'it is used for another user or contact': {
    applies: ({ forAnother }) => forAnother !== undefined,
    change: async (house, half, { forAnother }) => forAnother!(house, half),
  },
  'it is used in another organization of the same parent': {
    applies: ({ isOfHouse }) => isOfHouse,
    async change(_, { client, parameters }) {
      const { organizationId } = await newHouse()
      return { client: client.about(organizationId), parameters }
    },
  },
  'it is used in another parent': {
    applies: ({ isOfHouse }) => !isOfHouse,
    change: async (_, { parameters }) => ({ client: world.stranger, parameters }),
  },
}

it.each(flows)('$name succeeds without changes', async (flow) => {
  const half = await flow.begin(await newHouse())
  await expect(finish(flow, half)).resolves.toBeDefined()
})

const changed = flows.flatMap((flow) =>
  Object.entries(changes)
    .filter(([, { applies }]) => applies(flow))
    .map(([what, { change }]) => [flow.name, what, flow, change] as const),
)

it.each(everyNth(4, changed))('%s is rejected if %s', async (_name, _what, flow, change) => {
  const house = await newHouse()
  const begun = await flow.begin(house)
  await expectRefused(flow, (await change(house, begun, flow)) ?? begun, house)
})

it('covers every call with a secret from an earlier call', () => {
  const shown = /"(otpCode|encryptedOtpBundle|verificationToken|oidcToken|encryptedBundle)"/
  const types: string[] = []
  for (const call of callList) {
    if (call.kind === 'query') continue
    for (const { type, intent } of call.versions) if (shown.test(JSON.stringify(intent))) types.push(type)
  }
  // For calls that create users or providers, the token comes from an issuer, not from an earlier call.
  const withIssuer = /^ACTIVITY_TYPE_CREATE_(USERS_V3|SUB_ORGANIZATION_V[56]|OAUTH_PROVIDERS(_V2)?|USERS_V4)$/
  expect(types.filter((type) => !withIssuer.test(type)).sort()).toEqual(
    flows
      .map(({ type }) => type as string)
      .filter((type) => !['whoami', 'ACTIVITY_TYPE_RECOVER_USER'].includes(type))
      .sort(),
  )
})

it('leaves whole journals', async () => {
  for (const id of await world.engine.ports.store.organizations())
    expect(await world.engine.verifyJournal(id)).toMatchObject({ ok: true })
})

it('causes no faults', () => expect(world.engine.faults).toEqual([]))
