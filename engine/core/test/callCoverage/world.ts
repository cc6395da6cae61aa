/** A seeded engine with objects for every call. */
import type { WalletAccountParams } from '@keywright/contract'
import { generateP256KeyPair, sealOtp, toHex, toUtf8, uncompressP256PublicKey } from '@keywright/keys'
import type { Ports } from '../../src/ports.ts'
import {
  ETHEREUM as ACCOUNT,
  ALICE,
  addPrivateKey,
  addSubOrganization,
  addUser,
  type Client,
  createIssuer,
  createTestEngine,
  type Issuer,
  type Person,
  type SubOrganization,
  type TestEngine,
} from '../support/index.ts'

export const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000'

/** With every member. */
export const ETHEREUM: WalletAccountParams = { ...ACCOUNT, name: 'first' }

/** The ABI of a token's transfer. */
export const TRANSFER_ABI = JSON.stringify([
  {
    type: 'function',
    name: 'transfer',
    inputs: [
      { name: 'to', type: 'address' },
      { name: 'amount', type: 'uint256' },
    ],
  },
])

export interface World {
  readonly engine: TestEngine
  readonly issuer: Issuer
  /** Origin of the webhook receiver. */
  readonly webhookReceiver: string
  /** A parent organization with every feature enabled, and its single root user. */
  readonly root: Client
  readonly rootKey: ReturnType<TestEngine['apiKey']>
  readonly organizationId: string
  readonly rootUserId: string
  /** A user of the parent organization without any grant. */
  readonly bob: Person
  /** Another parent organization. */
  readonly stranger: Client
  readonly strangerKey: ReturnType<TestEngine['apiKey']>
  readonly userTagId: string
  readonly privateKeyTagId: string
  readonly walletId: string
  readonly walletAccountId: string
  readonly address: string
  readonly privateKeyId: string
  readonly policyId: string
  readonly sub: SubOrganization
  /** Sub-organizations that `newSubOrganization` created, oldest first. */
  readonly subOrganizations: SubOrganization[]
  /** A text that was not used before. */
  unique(word: string): string
}

/** Ports to replace, and other origins, for an engine that is reached over a socket. */
export interface WorldChanges extends Partial<Ports> {
  readonly issuerUrl?: string
  readonly webhookReceiver?: string
}

export async function createWorld(
  seed = 'world',
  { issuerUrl, webhookReceiver, ...changes }: WorldChanges = {},
): Promise<World> {
  const issuer = await createIssuer({
    now: () => Math.floor(engine.clock() / 1000),
    ...(issuerUrl === undefined ? {} : { url: issuerUrl }),
  })
  const engine: TestEngine = createTestEngine(seed, { fetch: issuer.fetch, ...changes })
  const first = await engine.organization()
  const { root: stranger, rootKey: strangerKey } = await engine.organization('Another')
  const others = webhookReceiver === undefined ? {} : { webhookReceiver }
  return furnishWorld({ engine, issuer, ...others, ...first, stranger, strangerKey })
}

/** Adds objects to an organization, wherever its engine runs. */
export async function furnishWorld(
  start: Pick<
    World,
    'engine' | 'issuer' | 'root' | 'rootKey' | 'organizationId' | 'rootUserId' | 'stranger' | 'strangerKey'
  > &
    Partial<Pick<World, 'webhookReceiver'>>,
): Promise<World> {
  const { engine, root } = start
  let used = 0
  const unique = (word: string) => `${word} ${++used}`
  for (const name of [
    'EMAIL_AUTH',
    'OTP_EMAIL_AUTH',
    'SMS_AUTH',
    'EMAIL_RECOVERY',
    'ROOT_USER_EMAIL_RECOVERY',
  ]) {
    await root.run('ACTIVITY_TYPE_SET_ORGANIZATION_FEATURE', {
      name: `FEATURE_NAME_${name}` as 'FEATURE_NAME_EMAIL_AUTH',
      value: '',
    })
  }
  const bob = await addUser(engine, root, 'bob')
  const { userTagId } = await root.run('ACTIVITY_TYPE_CREATE_USER_TAG', {
    userTagName: 'desk',
    userIds: [bob.userId],
  })
  const { privateKeyTagId } = await root.run('ACTIVITY_TYPE_CREATE_PRIVATE_KEY_TAG', {
    privateKeyTagName: 'hot',
    privateKeyIds: [],
  })
  const { walletId, addresses } = await root.run('ACTIVITY_TYPE_CREATE_WALLET', {
    walletName: 'treasury',
    accounts: [ETHEREUM],
  })
  const { accounts } = await root.query('list_wallet_accounts', { walletId })
  const privateKeyId = await addPrivateKey(root, 'settlement', {
    privateKeyTags: [privateKeyTagId],
    addressFormats: ['ADDRESS_FORMAT_ETHEREUM'],
  })
  const { policyId } = await root.run('ACTIVITY_TYPE_CREATE_POLICY_V3', {
    policyName: 'no payments to eve',
    effect: 'EFFECT_DENY',
    condition: "eth.tx.to == '0x6Fac4D18c912343BF86fa7049364Dd4E424Ab9C0'",
  })
  const sub = await addSubOrganization(engine, root)
  return {
    webhookReceiver: 'https://hooks.example.com',
    ...start,
    bob,
    userTagId,
    privateKeyTagId,
    walletId,
    walletAccountId: accounts[0]!.walletAccountId,
    address: addresses[0]!,
    privateKeyId,
    policyId,
    sub,
    subOrganizations: [],
    unique,
  }
}

/** A user of the parent organization with one key and no grants. */
export const newUser = ({ engine, root, unique }: World) => addUser(engine, root, unique('user'))

/** A separate sub-organization with its user alice. */
export async function newSubOrganization(
  { engine, root, unique, subOrganizations }: World,
  changes: { alice?: object } = {},
): Promise<SubOrganization> {
  const organization = { subOrganizationName: unique('sub-organization') }
  const made = await addSubOrganization(engine, root, { ...changes, organization })
  subOrganizations.push(made)
  return made
}

export const newWallet = ({ root, unique }: World) =>
  root.run('ACTIVITY_TYPE_CREATE_WALLET', { walletName: unique('wallet'), accounts: [ETHEREUM] })

export const newPrivateKey = ({ root, unique }: World): Promise<string> =>
  addPrivateKey(root, unique('private key'), { addressFormats: ['ADDRESS_FORMAT_ETHEREUM'] })

/** A target key as clients create it for one response: uncompressed, hex. */
export function newTargetPublicKey({ engine }: World): string {
  return toHex(uncompressP256PublicKey(generateP256KeyPair(engine.random).publicKey))
}

/** An activity that waits for a second vote: bob may create wallets only together with root. */
export async function newWaitingActivity({ root, bob, unique, rootUserId }: World): Promise<string> {
  const walletName = unique('wallet of two')
  await root.run('ACTIVITY_TYPE_CREATE_POLICY_V3', {
    policyName: unique('two'),
    effect: 'EFFECT_ALLOW',
    condition: `activity.type == 'ACTIVITY_TYPE_CREATE_WALLET'`,
    consensus: `approvers.any(a, a.id == '${bob.userId}') && approvers.any(a, a.id == '${rootUserId}')`,
  })
  const { fingerprint, status } = await bob.client.submit('ACTIVITY_TYPE_CREATE_WALLET', {
    walletName,
    accounts: [],
  })
  if (status !== 'ACTIVITY_STATUS_CONSENSUS_NEEDED') throw new Error(`the activity is ${status}`)
  return fingerprint
}

export async function newEndpoint({ root, unique, webhookReceiver }: World): Promise<string> {
  const endpoint = { url: `${webhookReceiver}/keywright`, name: unique('ledger') }
  return (await root.run('ACTIVITY_TYPE_CREATE_WEBHOOK_ENDPOINT', endpoint)).endpointId
}

export const uniqueAddress = ({ unique }: World) =>
  `0x${toHex(toUtf8(unique('contract')))
    .padStart(40, '0')
    .slice(-40)}`

export async function newInterface(world: World): Promise<string> {
  const made = await world.root.run('ACTIVITY_TYPE_CREATE_SMART_CONTRACT_INTERFACE', {
    smartContractAddress: uniqueAddress(world),
    smartContractInterface: TRANSFER_ABI,
    type: 'SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM',
    label: 'Token',
  })
  return made.smartContractInterfaceId
}

/** A one-time code for alice, as browsers submit it: encrypted for the engine. */
export async function newSealedCode({ engine }: World, client: Client, organizationId: string) {
  const { otpId, otpEncryptionTargetBundle } = await client.run('ACTIVITY_TYPE_INIT_OTP_V3', {
    otpType: 'OTP_TYPE_EMAIL',
    contact: ALICE.userEmail,
    appName: 'Acme',
  })
  await engine.idle()
  const encryptedOtpBundle = await sealOtp(
    engine.mails.at(-1)!.template['code'] as string,
    engine.apiKey().publicKey,
    otpEncryptionTargetBundle,
    { signerPublicKey: engine.signerPublicKey, organizationId },
    engine.random,
  )
  return { otpId, encryptedOtpBundle }
}
