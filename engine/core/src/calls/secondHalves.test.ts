/** Flows with two calls: the second call fails if the reason for the first one is gone. */
import { callList, errors, type FeatureName } from '@keywright/contract'
import { beforeAll, expect, it } from 'vitest'
import { everyNth } from '../../../../tools/scripts/lib/tries.ts'
import { type Cast, castOf, requests, type SubmitType } from '../../test/callCoverage/accepted/index.ts'
import { createWorld, newTargetPublicKey, UNKNOWN_ID, type World } from '../../test/callCoverage/world.ts'
import {
  ALICE,
  apiKeyStamper,
  CallRefused,
  type Client,
  clientSignatureBy,
  createTargetKey,
  newVerificationToken,
  passkeyStamper,
  type SubOrganization,
  sessionStamper,
} from '../../test/support/index.ts'

let world: World

beforeAll(async () => {
  world = await createWorld('second halves')
})

/** A sub-organization with alice, who the flows are about, and a keeper, who can change everything. */
interface House extends SubOrganization {
  readonly keeperId: string
  readonly keeper: Client
  readonly keeperKey: World['rootKey']
}

async function newHouse(): Promise<House> {
  const { engine, root, unique } = world
  const passkey = engine.passkey()
  const keeperKey = engine.apiKey()
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
          oauthProviders: [],
        },
        {
          userName: 'keeper',
          apiKeys: [
            { apiKeyName: 'key', publicKey: keeperKey.publicKey, curveType: 'API_KEY_CURVE_P256' as const },
          ],
          authenticators: [],
          oauthProviders: [],
        },
      ],
      rootQuorumThreshold: 1,
    },
  )
  const [userId, keeperId] = rootUserIds as [string, string]
  return {
    organizationId,
    userId,
    passkey,
    alice: engine.client(organizationId, passkeyStamper(passkey)),
    keeperId,
    keeper: engine.client(organizationId, apiKeyStamper(keeperKey)),
    keeperKey,
    parent: root.about(organizationId),
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
  readonly begin?: (house: House) => Promise<Half>
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

/** Alice and the keeper in the requests of the call coverage. */
const castIn = (house: House): Cast => ({
  ...castOf({ ...world, ...house, root: house.keeper, rootKey: house.keeperKey }, async () => house),
  newUser: async () => house,
  newImporter: async () => ({ client: house.alice, userId: house.userId }),
})

/** Everything before the second call: by default, what prepares an accepted request. */
const begin = (house: House, { begin, type }: Flow): Promise<Half> =>
  begin ? begin(house) : requests[type as SubmitType](castIn(house))

/** A verification token for a contact, and the creation of a sub-organization with it. */
async function housewarming(): Promise<Half> {
  const { root, engine, unique } = world
  const key = engine.apiKey()
  const verificationToken = await newVerificationToken(world.engine, root, ALICE.userEmail, key.publicKey)
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

const flows: readonly Flow[] = (<(Omit<Flow, 'name' | 'isOfHouse'> & Partial<Flow>)[]>[
  {
    type: 'ACTIVITY_TYPE_RECOVER_USER',
    feature: 'FEATURE_NAME_EMAIL_RECOVERY',
    isOfAlice: true,
    isLapsing: true,
    isUsedOnce: true,
    forAnother: ({ keeperId }, half) => withParameters(half, { userId: keeperId }),
  },
  {
    type: 'ACTIVITY_TYPE_OTP_AUTH',
    ...OTP,
    isOfAlice: true,
    contact: 'userEmail',
    forAnother: (_, half) => withParameters(half, { otpId: UNKNOWN_ID }),
  },
  {
    type: 'ACTIVITY_TYPE_VERIFY_OTP',
    ...OTP,
    isOfAlice: false,
    forAnother: (_, half) => withParameters(half, { otpId: UNKNOWN_ID }),
  },
  {
    type: 'ACTIVITY_TYPE_VERIFY_OTP_V2',
    ...OTP,
    isOfAlice: false,
    forAnother: (_, half) => withParameters(half, { otpId: UNKNOWN_ID }),
  },
  {
    type: 'ACTIVITY_TYPE_OTP_LOGIN',
    ...OTP,
    isOfAlice: true,
    contact: 'userEmail',
    forAnother: (_, half) => withParameters(half, { publicKey: world.engine.apiKey().publicKey }),
  },
  {
    type: 'ACTIVITY_TYPE_OTP_LOGIN_V2',
    ...OTP,
    isOfAlice: true,
    contact: 'userEmail',
    forAnother: (_, half) => withParameters(half, { publicKey: world.engine.apiKey().publicKey }),
  },
  {
    type: 'ACTIVITY_TYPE_UPDATE_USER_EMAIL',
    ...OTP,
    isOfAlice: true,
    forAnother: (_, half) => withParameters(half, { userEmail: 'another@example.com' }),
  },
  {
    type: 'ACTIVITY_TYPE_UPDATE_USER_PHONE_NUMBER',
    feature: 'FEATURE_NAME_SMS_AUTH',
    isOfAlice: true,
    isLapsing: true,
    isUsedOnce: true,
    forAnother: (_, half) => withParameters(half, { userPhoneNumber: '+15555550199' }),
  },
  {
    type: 'ACTIVITY_TYPE_OAUTH',
    isOfAlice: true,
    isLapsing: true,
    // A token is bound to one key, so repeating it gives no one else access.
    isUsedOnce: false,
    forAnother: (_, half) => withParameters(half, { targetPublicKey: newTargetPublicKey(world) }),
  },
  {
    type: 'ACTIVITY_TYPE_OAUTH_LOGIN',
    isOfAlice: true,
    isLapsing: true,
    isUsedOnce: false,
    forAnother: (_, half) => withParameters(half, { publicKey: world.engine.apiKey().publicKey }),
  },
  {
    type: 'ACTIVITY_TYPE_IMPORT_WALLET',
    isOfAlice: true,
    isLapsing: false,
    isUsedOnce: true,
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
    async begin({ parent, organizationId }) {
      const { engine } = world
      const { targetPublicKey, open } = createTargetKey(engine.random)
      await parent.run('ACTIVITY_TYPE_EMAIL_AUTH', { email: ALICE.userEmail, targetPublicKey })
      await engine.idle()
      const key = await open(engine.mails.at(-1)!.template['bundle'] as string)
      return { client: engine.client(organizationId, apiKeyStamper(key)), parameters: {} }
    },
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
    async change({ keeper, keeperId, userId }) {
      await keeper.run('ACTIVITY_TYPE_UPDATE_ROOT_QUORUM', { threshold: 1, userIds: [keeperId] })
      await keeper.run('ACTIVITY_TYPE_DELETE_USERS', { userIds: [userId] })
      return undefined
    },
  },
  'its contact changed': {
    applies: ({ contact }) => contact !== undefined,
    async change({ keeper, userId }) {
      await keeper.run('ACTIVITY_TYPE_UPDATE_USER_EMAIL', { userId, userEmail: 'another@example.com' })
      return undefined
    },
  },
  'its identity was deleted': {
    applies: ({ type }) => type === 'ACTIVITY_TYPE_OAUTH' || type === 'ACTIVITY_TYPE_OAUTH_LOGIN',
    async change({ keeper, userId }) {
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
  const half = await begin(await newHouse(), flow)
  await expect(finish(flow, half)).resolves.toBeDefined()
})

const changed = flows.flatMap((flow) =>
  Object.entries(changes)
    .filter(([, { applies }]) => applies(flow))
    .map(([what, { change }]) => [flow.name, what, flow, change] as const),
)

it.each(everyNth(4, changed))('%s is rejected if %s', async (_name, _what, flow, change) => {
  const house = await newHouse()
  const begun = await begin(house, flow)
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
