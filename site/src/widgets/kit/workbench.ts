/**
 * The sandbox organization that all interactive elements share, so that each shows what the others create. Loaded on
 * the first click.
 */

import {
  type ConnectionConfig,
  DEFAULT_ETHEREUM_ACCOUNTS,
  DEFAULT_SOLANA_ACCOUNTS,
  KeywrightClient,
} from '@keywright/client'
import { ApiKeyStamper, generateApiKeyPair } from '@keywright/client/api-key'
import { platformRandom } from '@keywright/keys'
import { createPasskey } from '@keywright/keys/passkey'
import type { DevOrganization, Sandbox } from '@keywright/sandbox'
import { getPageSandbox } from '../sandbox/pageSandbox.ts'

const NAME = 'Interactive elements'
/** Interface of an ERC-20 token, as far as policies need it. */
const TRANSFER = JSON.stringify([
  {
    type: 'function',
    name: 'transfer',
    inputs: [
      { name: 'to', type: 'address' },
      { name: 'amount', type: 'uint256' },
    ],
    outputs: [{ name: '', type: 'bool' }],
    stateMutability: 'nonpayable',
  },
])

export interface Workbench {
  readonly sandbox: Sandbox
  readonly organization: DevOrganization
  /** Stamps as the root user of the organization. */
  readonly client: KeywrightClient
}

let opening: Promise<Workbench> | undefined
/** Whether the next `openWorkbench` creates a new organization. */
let isSpent = false

/** Makes the next `openWorkbench` create a new organization, after a call that deletes what other calls need. */
export function spendWorkbench(): void {
  isSpent = true
}

/** @throws TypeError if the sandbox can't start. The next call tries again. */
export async function openWorkbench(): Promise<Workbench> {
  const sandbox = await getPageSandbox()
  await keepTime(sandbox)
  const known = await opening?.catch(() => undefined)
  // A sandbox reset deletes the organization.
  const organizations = await sandbox.organizations()
  if (
    !isSpent &&
    known &&
    organizations.some((one) => one.organizationId === known.organization.organizationId)
  )
    return known
  const kept = isSpent ? undefined : organizations.find((one) => one.organizationName === NAME)
  isSpent = false
  opening = Promise.resolve(kept)
    .then((found) => found ?? makeOrganization(sandbox))
    .then((organization) => ({ sandbox, organization, client: clientFor(sandbox, organization) }))
  return opening
}

/** Creates one of each resource, together, so that forms can suggest ids and lists have rows. */
async function makeOrganization(sandbox: Sandbox): Promise<DevOrganization> {
  const organization = await sandbox.createOrganization(NAME)
  const client = clientFor(sandbox, organization)
  const carol = { userName: 'Carol', userEmail: 'carol@example.com' }
  await Promise.all([
    makePolicy(sandbox, client),
    client.createWallet({
      walletName: 'Treasury',
      accounts: [...DEFAULT_ETHEREUM_ACCOUNTS, ...DEFAULT_SOLANA_ACCOUNTS],
    }),
    makePrivateKey(client),
    client.createInvitations({
      invitations: [
        {
          receiverUserName: 'Bob',
          receiverUserEmail: 'bob@example.com',
          receiverUserTags: [],
          accessType: 'ACCESS_TYPE_WEB',
          senderUserId: organization.rootUserId,
        },
      ],
    }),
    client.createWebhookEndpoint({ name: 'Back end', url: 'https://hooks.example.com/keywright' }),
    client.createSmartContractInterface({
      smartContractAddress: '0x5fbdb2315678afecb367f032d93f642f64180aa3',
      smartContractInterface: TRANSFER,
      type: 'SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM',
      label: 'Stablecoin',
    }),
    client.createSubOrganization({
      subOrganizationName: 'Carol',
      rootUsers: [{ ...carol, apiKeys: [], authenticators: [], oauthProviders: [] }],
      rootQuorumThreshold: 1,
    }),
  ])
  return organization
}

/** Creates a user, and a policy that names the user. */
async function makePolicy(sandbox: Sandbox, client: KeywrightClient): Promise<void> {
  const alice = await makeAlice(sandbox, client)
  await client.createPolicy({
    policyName: 'Payments sign together',
    effect: 'EFFECT_ALLOW',
    condition: "activity.action == 'SIGN'",
    consensus: `approvers.any(user, user.id == '${alice}') && approvers.count() >= 2`,
    notes: '',
  })
}

/** Creates a tagged private key. */
async function makePrivateKey(client: KeywrightClient): Promise<void> {
  const { privateKeyTagId } = await client.createPrivateKeyTag({
    privateKeyTagName: 'Hot',
    privateKeyIds: [],
  })
  await client.createPrivateKeys({
    privateKeys: [
      {
        privateKeyName: 'Signer',
        curve: 'CURVE_SECP256K1',
        addressFormats: ['ADDRESS_FORMAT_ETHEREUM'],
        privateKeyTags: [privateKeyTagId],
      },
    ],
  })
}

/** Creates a user with every kind of credential. @returns the user's id */
async function makeAlice(sandbox: Sandbox, client: KeywrightClient): Promise<string> {
  const { userTagId } = await client.createUserTag({ userTagName: 'Payments', userIds: [] })
  const keyNamed = async (apiKeyName: string) => {
    const { apiPublicKey: publicKey, curveType } = await generateApiKeyPair()
    return { apiKeyName, publicKey, curveType }
  }
  const identity = { subject: 'alice' }
  const { token: oidcToken } = await sandbox.dev<{ token: string }>('POST', '/dev/issuer/token', identity)
  const { userIds } = await client.createUsers({
    users: [
      {
        userName: 'Alice',
        userEmail: 'alice@example.com',
        userPhoneNumber: '+15555550123',
        apiKeys: [await keyNamed('Laptop'), await keyNamed('Phone')],
        authenticators: [createPasskey({ random: platformRandom }).register('Passkey')],
        oauthProviders: [{ providerName: 'Example', oidcToken }],
        userTags: [userTagId],
      },
    ],
  })
  return userIds[0]!
}

/** Offset of the sandbox's clock in milliseconds, because readers can advance it. */
let ahead = 0

async function keepTime(sandbox: Sandbox): Promise<void> {
  ahead = (await sandbox.clock.now()) - Date.now()
}

/** Settings of SDK clients that send requests to the sandbox with the sandbox's time. */
export const connectionTo = (sandbox: Sandbox, organizationId: string): ConnectionConfig => ({
  baseUrl: sandbox.url,
  organizationId,
  now: () => Date.now() + ahead,
  fetch: (request) => sandbox.fetch(request),
})

/** A client of the organization's root user. */
export function clientFor(sandbox: Sandbox, { organizationId, apiKey }: DevOrganization): KeywrightClient {
  const stamper = new ApiKeyStamper({ apiPublicKey: apiKey.publicKey, apiPrivateKey: apiKey.privateKey })
  return new KeywrightClient(connectionTo(sandbox, organizationId), stamper)
}
