/** Who can do what in a model: each party tries each thing in the engine. */
import { ApiKeyStamper, generateApiKeyPair } from '@keywright/api-key-stamper'
import { generateTargetKey } from '@keywright/bundles'
import { KeywrightClient } from '@keywright/client'
import { type Attempt, attemptTogether, type Crew, type Member, makeCrew } from '../kit/crew.ts'
import type { Workbench } from '../kit/workbench.ts'
import { DOINGS, type Doing, MODELS, type Model, type ModelName, PARTIES, type Party } from './models.ts'

export interface Cell {
  readonly party: Party
  readonly doing: Doing
  readonly attempt: Attempt
}

/** Each party tries each doing in a new sub-organization of that model; where it waits, the other party approves. */
export async function tryModel(bench: Workbench, name: ModelName): Promise<Cell[]> {
  const { label, names, threshold, hasDelegate }: Model = MODELS[name]
  const crew = await makeCrew(bench, { name: label, names, threshold, hasWallet: true })
  const parties = await membersOf(bench, crew, hasDelegate === true)
  const { targetPublicKey } = await generateTargetKey()
  const { walletId, address } = crew.wallet!
  const { quorum } = (await crew.members[0]!.client.getOrganizationConfigs({})).configs
  const doings: Readonly<Record<Doing, (client: KeywrightClient) => Promise<unknown>>> = {
    sign: (client) =>
      client.signRawPayload({
        signWith: address,
        payload: 'a payment',
        encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
        hashFunction: 'HASH_FUNCTION_KECCAK256',
      }),
    'export the wallet': (client) => client.exportWallet({ walletId, targetPublicKey }),
    // To what it is: whether one may, without doing harm to what comes next.
    'change the quorum': (client) =>
      client.updateRootQuorum({ threshold: quorum!.threshold, userIds: [...quorum!.userIds] }),
    read: (client) => client.listWallets({}),
  }
  const cells: Cell[] = []
  for (const party of PARTIES) {
    for (const doing of DOINGS) {
      const others = crew.members.filter((one) => one.name !== party)
      const attempt = await attemptTogether([parties[party], ...others], doings[doing])
      cells.push({ party, doing, attempt })
    }
  }
  return cells
}

/** Who acts for each party: its root user, its delegate, the parent's root user, or somebody whom nobody knows. */
async function membersOf(
  { sandbox, client: parent, organization }: Workbench,
  { organizationId, members, wallet }: Crew,
  hasDelegate: boolean,
): Promise<Readonly<Record<Party, Member>>> {
  const config = { baseUrl: sandbox.url, organizationId, fetch: (request: Request) => sandbox.fetch(request) }
  const known = (party: Party) => members.find(({ name }) => name === party)
  const withKey = (
    name: Party,
    userId: string,
    key: Awaited<ReturnType<typeof generateApiKeyPair>>,
  ): Member => ({
    name,
    userId,
    publicKey: key.apiPublicKey,
    client: new KeywrightClient(config, new ApiKeyStamper(key)),
  })
  const user = known('User') ?? withKey('User', '', await generateApiKeyPair())
  if (hasDelegate) {
    const key = await generateApiKeyPair()
    const { apiPublicKey: publicKey, curveType } = key
    const apiKeys = [{ apiKeyName: 'server', publicKey, curveType }]
    const delegate = { userName: 'Delegate', apiKeys, authenticators: [], oauthProviders: [], userTags: [] }
    const { userIds } = await user.client.createUsers({ users: [delegate] })
    await user.client.createPolicy({
      policyName: 'The delegate signs with the wallet',
      effect: 'EFFECT_ALLOW',
      consensus: `approvers.any(user, user.id == '${userIds[0]}')`,
      condition: `activity.action == 'SIGN' && wallet.id == '${wallet!.walletId}'`,
    })
    return { User: user, 'Your service': withKey('Your service', userIds[0]!, key) }
  }
  // Without a user of its own it has its key in the parent.
  const asParent: Member = {
    name: 'Your service',
    userId: organization.rootUserId,
    publicKey: organization.apiKey.publicKey,
    client: new KeywrightClient(config, parent.stamper),
  }
  return { User: user, 'Your service': known('Your service') ?? asParent }
}
