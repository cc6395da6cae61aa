/**
 * The organization of the page's sandbox in which interactive elements work: one for all of them, so that what one
 * makes the others show. Opened by the first press; nothing here is loaded before.
 */
import { ApiKeyStamper, generateApiKeyPair } from '@keywright/api-key-stamper'
import { KeywrightClient } from '@keywright/client'
import { platformRandom } from '@keywright/keys'
import { createPasskey } from '@keywright/keys/passkey'
import type { DevOrganization, Sandbox } from '@keywright/sandbox'
import { getPageSandbox } from '../../sandbox/pageSandbox.ts'
import { ETHEREUM_ACCOUNT, SOLANA_ACCOUNT } from './accounts.ts'

const NAME = 'Interactive elements'

export interface Workbench {
  readonly sandbox: Sandbox
  readonly organization: DevOrganization
  /** Stamps as the root user of the organization. */
  readonly client: KeywrightClient
}

let opening: Promise<Workbench> | undefined

/** @throws TypeError when the sandbox does not start; the next call tries again */
export async function openWorkbench(): Promise<Workbench> {
  const sandbox = await getPageSandbox()
  await keepTime(sandbox)
  const known = await opening?.catch(() => undefined)
  // A reset of the sandbox takes the organization with it.
  const organizations = await sandbox.organizations()
  if (known && organizations.some((one) => one.organizationId === known.organization.organizationId))
    return known
  opening = Promise.resolve(organizations.find((one) => one.organizationName === NAME))
    .then((found) => found ?? makeOrganization(sandbox))
    .then((organization) => ({ sandbox, organization, client: clientFor(sandbox, organization) }))
  return opening
}

/** With one of each, so that there is something to name, to list and to approve. */
async function makeOrganization(sandbox: Sandbox): Promise<DevOrganization> {
  const organization = await sandbox.createOrganization(NAME)
  const client = clientFor(sandbox, organization)
  const { userTagId } = await client.createUserTag({ userTagName: 'Payments', userIds: [] })
  const keys = await Promise.all(
    ['Laptop', 'Phone'].map(async (apiKeyName) => ({
      apiKeyName,
      publicKey: (await generateApiKeyPair()).apiPublicKey,
      curveType: 'API_KEY_CURVE_P256' as const,
    })),
  )
  const { token: oidcToken } = await sandbox.dev<{ token: string }>('POST', '/dev/issuer/token', {
    subject: 'alice',
  })
  const { userIds } = await client.createUsers({
    users: [
      {
        userName: 'Alice',
        userEmail: 'alice@example.com',
        userPhoneNumber: '+15555550123',
        apiKeys: keys,
        authenticators: [createPasskey({ random: platformRandom }).register('Passkey')],
        oauthProviders: [{ providerName: 'Example', oidcToken }],
        userTags: [userTagId],
      },
    ],
  })
  const alice = userIds[0]!
  await client.createPolicies({
    policies: [
      {
        policyName: 'Payments sign together',
        effect: 'EFFECT_ALLOW',
        condition: "activity.action == 'SIGN'",
        consensus: `approvers.any(user, user.id == '${alice}') && approvers.count() >= 2`,
        notes: '',
      },
    ],
  })
  await client.createWallet({
    walletName: 'Treasury',
    accounts: [ETHEREUM_ACCOUNT, SOLANA_ACCOUNT],
  })
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
  await client.createInvitations({
    invitations: [
      {
        receiverUserName: 'Bob',
        receiverUserEmail: 'bob@example.com',
        receiverUserTags: [],
        accessType: 'ACCESS_TYPE_WEB',
        senderUserId: organization.rootUserId,
      },
    ],
  })
  await client.createWebhookEndpoint({ name: 'Back end', url: 'https://hooks.example.com/keywright' })
  await client.createSubOrganization({
    subOrganizationName: 'Carol',
    rootUsers: [
      {
        userName: 'Carol',
        userEmail: 'carol@example.com',
        apiKeys: [],
        authenticators: [],
        oauthProviders: [],
      },
    ],
    rootQuorumThreshold: 1,
  })
  return organization
}

/** By how much the sandbox is ahead of this machine; its clock is moved by readers. Milliseconds. */
let ahead = 0

async function keepTime(sandbox: Sandbox): Promise<void> {
  ahead = (await sandbox.clock.now()) - Date.now()
}

/** The sandbox's time as of the last look at its clock, which each `openWorkbench` takes. */
export const sandboxNow = (): number => Date.now() + ahead

/** A client of the SDK whose requests go to the sandbox, at the sandbox's time. */
export function clientFor(sandbox: Sandbox, { organizationId, apiKey }: DevOrganization): KeywrightClient {
  const stamper = new ApiKeyStamper({ apiPublicKey: apiKey.publicKey, apiPrivateKey: apiKey.privateKey })
  return new KeywrightClient(
    { baseUrl: sandbox.url, organizationId, now: sandboxNow, fetch: (request) => sandbox.fetch(request) },
    stamper,
  )
}
