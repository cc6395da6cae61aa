/** Combines every way to open a session, directly and from another session, with every way to remove its opener. */
import { readFileSync } from 'node:fs'
import {
  type ActivityType,
  callList,
  type FeatureName,
  findCallOfType,
  type IntentOf,
} from '@keywright/contract'
import { fieldInfosOf } from '@keywright/contract/reference'
import { oidcNonceOf } from '@keywright/keys'
import { beforeAll, describe, expect, it } from 'vitest'
import { everyNth } from '../../../../../tools/scripts/lib/tries.ts'
import { createWorld, type World } from '../../../test/callCoverage/world.ts'
import {
  addEthereumWallet,
  addPrivateKey,
  addSubOrganization,
  allow,
  apiKeyStamper,
  type Client,
  createTargetKey,
  newCode,
  newVerificationToken,
  passkeyStamper,
  refusalOf,
  type SubOrganization,
  seededRandom,
  sessionStamper,
} from '../../../test/support/index.ts'

/** Bob, a user of a sub-organization with every kind of credential, and the clients that he signs in with. */
interface Setting {
  readonly world: World
  readonly sub: SubOrganization
  readonly bob: { readonly userId: string; readonly email: string; readonly phone: string }
  readonly carolId: string
  readonly subject: string
  readonly byKey: Client
  readonly byPasskey: Client
  readonly ids: Readonly<Record<'apiKeyId' | 'spareKeyId' | 'authenticatorId' | 'providerId', string>>
}

/** Things that a session can depend on. */
type Opener = 'API key' | 'passkey' | 'provider' | 'email' | 'phone'

interface Way {
  readonly type: ActivityType
  readonly opener: Opener
  /** Its end ends the session too. */
  readonly feature?: FeatureName
  open(setting: Setting): Promise<Client>
}

let world: World

beforeAll(async () => {
  world = await createWorld('sessions and their openers')
})

async function newSetting(): Promise<Setting> {
  const { engine, issuer } = world
  const sub = await addSubOrganization(engine, world.root, {
    organization: { subOrganizationName: world.unique('organization') },
  })
  const bob = { email: 'bob@example.com', phone: '+15555550177' }
  const [key, passkey, subject] = [engine.apiKey(), engine.passkey(), world.unique('bob')]
  const { userIds } = await sub.alice.run('ACTIVITY_TYPE_CREATE_USERS_V4', {
    users: [
      {
        userName: 'bob',
        userEmail: bob.email,
        userPhoneNumber: bob.phone,
        apiKeys: [
          { apiKeyName: 'key', publicKey: key.publicKey, curveType: 'API_KEY_CURVE_P256' },
          { apiKeyName: 'spare', publicKey: engine.apiKey().publicKey, curveType: 'API_KEY_CURVE_P256' },
        ],
        authenticators: [passkey.register()],
        oauthProviders: [
          { providerName: 'example', oidcClaims: { iss: issuer.url, sub: subject, aud: 'app' } },
        ],
        userTags: [],
      },
      {
        userName: 'carol',
        apiKeys: [],
        authenticators: [engine.passkey().register()],
        oauthProviders: [],
        userTags: [],
      },
    ],
  })
  const [userId, carolId] = userIds as [string, string]
  await allow(
    sub.alice,
    "activity.resource == 'AUTH'",
    `approvers.any(user, user.id == '${userId}') || approvers.any(user, user.id == '${carolId}')`,
  )
  const { user } = await sub.alice.query('get_user', { userId })
  return {
    world,
    sub,
    bob: { ...bob, userId },
    carolId,
    subject,
    byKey: engine.client(sub.organizationId, apiKeyStamper(key)),
    byPasskey: engine.client(sub.organizationId, passkeyStamper(passkey)),
    ids: {
      apiKeyId: user.apiKeys[0]!.apiKeyId,
      spareKeyId: user.apiKeys[1]!.apiKeyId,
      authenticatorId: user.authenticators[0]!.authenticatorId,
      providerId: user.oauthProviders[0]!.providerId,
    },
  }
}

const { targetPublicKey, open: unseal } = createTargetKey(seededRandom('target'))
const bySealedKey = async ({ sub }: Setting, bundle: unknown) =>
  world.engine.client(sub.organizationId, apiKeyStamper(await unseal(bundle as string)))
const byNewKey = async ({ sub }: Setting, login: (publicKey: string) => Promise<unknown>) => {
  const key = world.engine.apiKey()
  await login(key.publicKey)
  return world.engine.client(sub.organizationId, apiKeyStamper(key))
}
const byMail = async (
  setting: Setting,
  type: 'ACTIVITY_TYPE_EMAIL_AUTH' | 'ACTIVITY_TYPE_INIT_USER_EMAIL_RECOVERY',
) => {
  await setting.sub.parent.run(type, { email: setting.bob.email, targetPublicKey })
  await world.engine.idle()
  return bySealedKey(setting, world.engine.mails.at(-1)!.template['bundle'])
}
/** Ways for a client to open a session for its own user. */
const within = {
  ACTIVITY_TYPE_CREATE_READ_ONLY_SESSION: async ({ sub }, client) => {
    // An identical body in the same millisecond would be the earlier request.
    world.engine.clock.advance({ milliseconds: 1 })
    const { session } = await client.run('ACTIVITY_TYPE_CREATE_READ_ONLY_SESSION', {})
    return world.engine.client(sub.organizationId, sessionStamper(session))
  },
  ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION: async (setting, client) => {
    const { email } = setting.bob
    const posted = { email, targetPublicKey }
    const { credentialBundle } = await client.run('ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION', posted)
    return bySealedKey(setting, credentialBundle)
  },
  ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2: async (setting, client) => {
    const { credentialBundle } = await client.run('ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2', {
      targetPublicKey,
    })
    return bySealedKey(setting, credentialBundle)
  },
  ACTIVITY_TYPE_STAMP_LOGIN: (setting, client) =>
    byNewKey(setting, (publicKey) => client.run('ACTIVITY_TYPE_STAMP_LOGIN', { publicKey })),
} satisfies Partial<Record<ActivityType, (setting: Setting, client: Client) => Promise<Client>>>

const direct: Way[] = Object.entries(within).flatMap(([type, open]): Way[] => [
  { type: type as ActivityType, opener: 'API key', open: (setting) => open(setting, setting.byKey) },
  { type: type as ActivityType, opener: 'passkey', open: (setting) => open(setting, setting.byPasskey) },
])

const featureOf = { email: 'FEATURE_NAME_OTP_EMAIL_AUTH', phone: 'FEATURE_NAME_SMS_AUTH' } as const
const FEATURES = [
  'FEATURE_NAME_EMAIL_AUTH',
  'FEATURE_NAME_EMAIL_RECOVERY',
  ...Object.values(featureOf),
] as const
const removeFeature = ({ sub }: Setting, name: FeatureName) =>
  sub.alice.run('ACTIVITY_TYPE_REMOVE_ORGANIZATION_FEATURE', { name })

const signIns: Way[] = [
  {
    type: 'ACTIVITY_TYPE_EMAIL_AUTH',
    opener: 'email',
    feature: 'FEATURE_NAME_EMAIL_AUTH',
    open: (setting) => byMail(setting, 'ACTIVITY_TYPE_EMAIL_AUTH'),
  },
  ...(['email', 'phone'] as const).flatMap((opener): Way[] => [
    {
      type: 'ACTIVITY_TYPE_OTP_AUTH',
      opener,
      feature: featureOf[opener],
      async open(setting) {
        const { parent } = setting.sub
        const type = 'ACTIVITY_TYPE_INIT_OTP_AUTH'
        const posted = {
          ...(await newCode(world.engine, parent, setting.bob[opener], type)),
          targetPublicKey,
        }
        return bySealedKey(setting, (await parent.run('ACTIVITY_TYPE_OTP_AUTH', posted)).credentialBundle)
      },
    },
    {
      type: 'ACTIVITY_TYPE_OTP_LOGIN',
      opener,
      feature: featureOf[opener],
      open: (setting) =>
        byNewKey(setting, async (publicKey) => {
          const { parent } = setting.sub
          const contact = setting.bob[opener]
          const verificationToken = await newVerificationToken(world.engine, parent, contact, publicKey)
          await parent.run('ACTIVITY_TYPE_OTP_LOGIN', { verificationToken, publicKey })
        }),
    },
  ]),
  {
    type: 'ACTIVITY_TYPE_OAUTH',
    opener: 'provider',
    async open(setting) {
      const oidcToken = await world.issuer.token({
        sub: setting.subject,
        nonce: oidcNonceOf(targetPublicKey),
      })
      const posted = { oidcToken, targetPublicKey }
      return bySealedKey(
        setting,
        (await setting.sub.parent.run('ACTIVITY_TYPE_OAUTH', posted)).credentialBundle,
      )
    },
  },
  {
    type: 'ACTIVITY_TYPE_OAUTH_LOGIN',
    opener: 'provider',
    open: (setting) =>
      byNewKey(setting, async (publicKey) => {
        const oidcToken = await world.issuer.token({ sub: setting.subject, nonce: oidcNonceOf(publicKey) })
        await setting.sub.parent.run('ACTIVITY_TYPE_OAUTH_LOGIN', { oidcToken, publicKey })
      }),
  },
]

type Removal = (setting: Setting) => Promise<unknown>

/** Ways to remove an opener, by activity type. */
const removals: Readonly<Record<Opener, Partial<Record<ActivityType, Removal>>>> = {
  'API key': {
    ACTIVITY_TYPE_DELETE_API_KEYS: ({ sub, bob: { userId }, ids }) =>
      sub.alice.run('ACTIVITY_TYPE_DELETE_API_KEYS', { userId, apiKeyIds: [ids.apiKeyId] }),
  },
  passkey: {
    ACTIVITY_TYPE_DELETE_AUTHENTICATORS: ({ sub, bob: { userId }, ids }) =>
      sub.alice.run('ACTIVITY_TYPE_DELETE_AUTHENTICATORS', {
        userId,
        authenticatorIds: [ids.authenticatorId],
      }),
  },
  provider: {
    ACTIVITY_TYPE_DELETE_OAUTH_PROVIDERS: ({ sub, bob: { userId }, ids }) =>
      sub.alice.run('ACTIVITY_TYPE_DELETE_OAUTH_PROVIDERS', { userId, providerIds: [ids.providerId] }),
  },
  email: {
    ACTIVITY_TYPE_UPDATE_USER: ({ sub, bob: { userId } }) =>
      sub.alice.run('ACTIVITY_TYPE_UPDATE_USER', { userId, userEmail: 'new@example.com' }),
    ACTIVITY_TYPE_UPDATE_USER_EMAIL: ({ sub, bob: { userId } }) =>
      sub.alice.run('ACTIVITY_TYPE_UPDATE_USER_EMAIL', { userId, userEmail: 'new@example.com' }),
  },
  phone: {
    ACTIVITY_TYPE_UPDATE_USER: ({ sub, bob: { userId } }) =>
      sub.alice.run('ACTIVITY_TYPE_UPDATE_USER', { userId, userPhoneNumber: '+15555550188' }),
    ACTIVITY_TYPE_UPDATE_USER_PHONE_NUMBER: ({ sub, bob: { userId } }) =>
      sub.alice.run('ACTIVITY_TYPE_UPDATE_USER_PHONE_NUMBER', { userId, userPhoneNumber: '+15555550188' }),
  },
}
const ofEachOpener: Partial<Record<ActivityType, Removal>> = {
  ACTIVITY_TYPE_DELETE_USERS: ({ sub, bob: { userId } }) =>
    sub.alice.run('ACTIVITY_TYPE_DELETE_USERS', { userIds: [userId] }),
}

const cases = [...direct, ...signIns].flatMap((way) =>
  Object.entries({ ...removals[way.opener], ...endOfFeature(way), ...ofEachOpener }).map(
    ([type, remove]) => [way.type, way.opener, type, way, remove] as const,
  ),
)

function endOfFeature({ feature }: Way): Partial<Record<ActivityType, Removal>> {
  if (feature === undefined) return {}
  return { ACTIVITY_TYPE_REMOVE_ORGANIZATION_FEATURE: (setting) => removeFeature(setting, feature) }
}

/** The session, and sessions opened from it: for its user, via a second session, for another user, and by that user. */
async function openAll(setting: Setting, way: Way): Promise<Record<string, Client>> {
  const client = await way.open(setting)
  const opened: Record<string, Client> = { itself: client }
  if (way.type === 'ACTIVITY_TYPE_CREATE_READ_ONLY_SESSION') return opened
  for (const [type, open] of Object.entries(within)) opened[`${type} within`] = await open(setting, client)
  const second = opened['ACTIVITY_TYPE_STAMP_LOGIN within']!
  opened['over two sessions'] = await within.ACTIVITY_TYPE_CREATE_READ_ONLY_SESSION(setting, second)
  const { credentialBundle } = await client.run('ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2', {
    userId: setting.carolId,
    targetPublicKey,
  })
  const carol = await bySealedKey(setting, credentialBundle)
  opened['for another user'] = carol
  opened['by another user'] = await within.ACTIVITY_TYPE_STAMP_LOGIN(setting, carol)
  const back = await carol.run('ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2', {
    userId: setting.bob.userId,
    targetPublicKey,
  })
  opened['back for the first user'] = await bySealedKey(setting, back.credentialBundle)
  return opened
}

async function whoEnded(sessions: Record<string, Client>): Promise<string[]> {
  const ended: string[] = []
  for (const [name, client] of Object.entries(sessions)) {
    const { status } = await client.post({
      path: '/public/v1/query/whoami',
      text: JSON.stringify({ organizationId: client.organizationId }),
    })
    if (status === 401) ended.push(name)
    else expect(status, name).toBe(200)
  }
  return ended
}

describe('a session ends only with its openers', () => {
  it('covers every call that creates an expiring key or a read-only session', () => {
    const covered = new Set([...direct, ...signIns].map(({ type }) => findCallOfType(type)!.name))
    const opening = callList.filter(
      (call) =>
        call.kind === 'submit' &&
        call.versions.some(({ result }) =>
          fieldInfosOf(result).some(({ name }) => name === 'credentialBundle' || name === 'session'),
        ),
    )
    expect([...covered].sort()).toEqual(
      [...new Set([...opening.map(({ name }) => name), 'email_auth'])].sort(),
    )
  })

  it.each(everyNth(6, cases))('%s by %s, %s', async (_opens, opener, _removes, way, remove) => {
    const setting = await newSetting()
    const sessions = await openAll(setting, way)
    for (const [other, ways] of Object.entries(removals)) {
      if (other !== opener) for (const removeOther of Object.values(ways)) await removeOther(setting)
    }
    for (const other of FEATURES) if (other !== way.feature) await removeFeature(setting, other)
    expect(await whoEnded(sessions)).toEqual([])
    await remove(setting)
    expect(await whoEnded(sessions)).toEqual(Object.keys(sessions))
    expect(world.engine.faults).toEqual([])
  })
})

/** Calls that create new credentials and need no grant. */
const newCredentials: Partial<Record<ActivityType, (setting: Setting, client: Client) => Promise<unknown>>> =
  {
    ...within,
    ACTIVITY_TYPE_CREATE_API_KEYS: ({ bob: { userId } }, client) =>
      client.run('ACTIVITY_TYPE_CREATE_API_KEYS', {
        userId,
        apiKeys: [{ apiKeyName: 'key', publicKey: world.engine.apiKey().publicKey }],
      }),
    ACTIVITY_TYPE_CREATE_API_KEYS_V2: ({ bob: { userId } }, client) =>
      client.run('ACTIVITY_TYPE_CREATE_API_KEYS_V2', {
        userId,
        apiKeys: [
          {
            apiKeyName: 'key',
            publicKey: world.engine.apiKey().publicKey,
            curveType: 'API_KEY_CURVE_P256',
          },
        ],
      }),
    ACTIVITY_TYPE_CREATE_AUTHENTICATORS_V2: ({ bob: { userId } }, client) =>
      client.run('ACTIVITY_TYPE_CREATE_AUTHENTICATORS_V2', {
        userId,
        authenticators: [world.engine.passkey().register()],
      }),
  }

const sessionsPage = readFileSync(
  new URL('../../../../../site/content/features/sessions.mdx', import.meta.url),
  'utf8',
)
const policy = JSON.parse(
  /## No new credentials from a session[\s\S]*?```json\n(\{[\s\S]*?\})\n```/.exec(sessionsPage)![1]!,
) as IntentOf<'ACTIVITY_TYPE_CREATE_POLICY_V3'>

describe('the policy on the sessions page', () => {
  const stamping = [...direct, ...signIns].filter(
    ({ type }) => type !== 'ACTIVITY_TYPE_CREATE_READ_ONLY_SESSION',
  )

  it.each(everyNth(4, stamping).map((way) => [way.type, way.opener, way] as const))(
    'denies new credentials to a session of %s by %s, and to sessions in it',
    async (_opens, _opener, way) => {
      const setting = await newSetting()
      const session = await way.open(setting)
      const second = await within.ACTIVITY_TYPE_STAMP_LOGIN(setting, session)
      await setting.sub.alice.run('ACTIVITY_TYPE_CREATE_POLICY_V3', policy)
      for (const create of Object.values(newCredentials)) {
        for (const client of [session, second]) {
          const attempt = () => create(setting, client)
          expect(await refusalOf(world.engine, setting.sub.organizationId, attempt)).toBe('DENIED_BY_POLICY')
        }
      }
      expect((await session.query('whoami')).userId).toBe(setting.bob.userId)
    },
  )

  it('still allows own credentials with long-lived keys and passkeys', async () => {
    const setting = await newSetting()
    await setting.sub.alice.run('ACTIVITY_TYPE_CREATE_POLICY_V3', policy)
    for (const client of [setting.byKey, setting.byPasskey]) {
      for (const create of Object.values(newCredentials)) await create(setting, client)
    }
  })
})

it('the policy on the sessions page denies every export and new credentials to sessions', async () => {
  const setting = await newSetting()
  const { alice, organizationId } = setting.sub
  const session = await within.ACTIVITY_TYPE_STAMP_LOGIN(setting, setting.byKey)
  const { walletId, addresses } = await addEthereumWallet(alice)
  const privateKeyId = await addPrivateKey(alice, 'key')
  await allow(alice, "activity.action == 'EXPORT'")
  const { targetPublicKey } = createTargetKey(world.engine.random)
  const exports: ((client: Client) => Promise<unknown>)[] = [
    (client) => client.run('ACTIVITY_TYPE_EXPORT_WALLET', { walletId, targetPublicKey }),
    (client) =>
      client.run('ACTIVITY_TYPE_EXPORT_WALLET_ACCOUNT', { address: addresses[0]!, targetPublicKey }),
    (client) => client.run('ACTIVITY_TYPE_EXPORT_PRIVATE_KEY', { privateKeyId, targetPublicKey }),
  ]
  for (const each of exports) await each(session)
  await alice.run('ACTIVITY_TYPE_CREATE_POLICY_V3', policy)
  world.engine.clock.advance({ milliseconds: 1 })
  const credentials = Object.values(newCredentials).map(
    (create) => (client: Client) => create(setting, client),
  )
  for (const attempt of [...exports, ...credentials]) {
    expect(await refusalOf(world.engine, organizationId, () => attempt(session))).toBe('DENIED_BY_POLICY')
  }
  for (const each of exports) await each(setting.byKey)
})
