/**
 * What the policies of an organization would be asked about a request, read from the server with the caller's key. As the
 * engine gathers it, from what queries show.
 */
import {
  type Activity,
  type ActivityType,
  calls,
  findCallOfType,
  type ResponseOf,
  type SubmitCall,
} from '@keywright/contract'
import {
  type AddressFormat,
  bitcoinNetworkOf,
  loadTransactions,
  parseHex,
  readTransaction,
  type TransactionType,
} from '@keywright/keys'
import {
  compilePolicy,
  type DecideInput,
  kindOfActivity,
  type RequestFacts,
  type UserFacts,
} from '@keywright/policy'
import type { createClient } from '../client.ts'
import { usageFailure } from '../failure.ts'

type Client = ReturnType<typeof createClient>
type Members = Readonly<Record<string, unknown>>

/** A request by the caller, who approves it by sending it. */
export async function liveInput(client: Client, type: string, parameters: Members): Promise<DecideInput> {
  const { userId } = await client.query<ResponseOf<'whoami'>>(calls.whoami)
  return toInput(client, await factsOf(client, type, parameters), [userId], [])
}

/** An activity, with the votes that it has. */
export async function liveInputOfActivity(client: Client, activity: Activity): Promise<DecideInput> {
  const voters = (selection: string) =>
    activity.votes.filter((vote) => vote.selection === selection).map(({ userId }) => userId)
  const parameters = (Object.values(activity.intent)[0] ?? {}) as Members
  return toInput(
    client,
    await factsOf(client, activity.type, parameters),
    voters('VOTE_SELECTION_APPROVED'),
    voters('VOTE_SELECTION_REJECTED'),
  )
}

async function toInput(
  client: Client,
  facts: RequestFacts,
  approverIds: readonly string[],
  rejecterIds: readonly string[],
): Promise<DecideInput> {
  const [{ policies }, { users: listed }, { configs }] = await Promise.all([
    client.query<ResponseOf<'list_policies'>>(calls.list_policies),
    client.query<ResponseOf<'list_users'>>(calls.list_users),
    client.query<ResponseOf<'get_organization_configs'>>(calls.get_organization_configs),
  ])
  const users = listed.map(
    ({ userId: id, userTags: tags, userEmail: email = '', userName: alias }): UserFacts => ({
      id,
      tags,
      email: email ?? '',
      alias,
    }),
  )
  const { quorum } = configs
  return {
    policies: policies.map((policy) =>
      compilePolicy({
        ...policy,
        condition: policy.condition || undefined,
        consensus: policy.consensus || undefined,
      } as never),
    ),
    facts,
    users,
    approvers: users.filter(({ id }) => approverIds.includes(id)),
    rejecterIds: [...rejecterIds],
    ...(quorum && { rootQuorum: quorum }),
  }
}

/** @throws Failure (usage) for what cannot be gathered here */
async function factsOf(client: Client, type: string, parameters: Members): Promise<RequestFacts> {
  const call = findCallOfType(type as ActivityType) as
    | (SubmitCall & { resource: string; action: string })
    | undefined
  if (!call) throw usageFailure(`unknown activity type \`${type}\``)
  const activity = { type, resource: call.resource, action: call.action, kind: kindOfActivity(type)! }
  if (call.name === 'sign_transaction') return transactionFacts(client, parameters, activity)
  if (call.name.startsWith('sign_raw_payload')) {
    const { encoding, hashFunction, signWith } = parameters as Record<string, string>
    if (/EIP/.test(encoding ?? '')) {
      throw usageFailure(
        `what policies read of ${encoding} is not gathered here`,
        'on a development server, keywright requests ID shows the decision about a request',
      )
    }
    const params = { encoding: encoding!, hash_function: hashFunction! }
    return { ...(await signerFacts(client, signWith!)).facts, activity: { ...activity, params } }
  }
  if (PLAIN.includes(call.name)) return { activity }
  throw usageFailure(
    `what policies read about ${call.name} is not gathered here`,
    'on a development server, keywright requests ID shows the decision about a request',
  )
}

/** Calls about which policies read nothing but the activity. */
const PLAIN: readonly string[] = ['create_wallet', 'create_policy', 'create_policies', 'create_user_tag']

async function transactionFacts(
  client: Client,
  parameters: Members,
  activity: RequestFacts['activity'],
): Promise<RequestFacts> {
  const { signWith, unsignedTransaction, type } = parameters as Record<string, string>
  const { facts, publicKey, addressFormat } = await signerFacts(client, signWith!)
  await loadTransactions()
  const { type: kind, fields } = readTransaction(type as TransactionType, unsignedTransaction!, {
    publicKey: parseHex(publicKey, 'public key'),
    bitcoinNetwork: bitcoinNetworkOf(addressFormat),
  })
  const chain = {
    TRANSACTION_TYPE_ETHEREUM: 'eth',
    TRANSACTION_TYPE_SOLANA: 'solana',
    TRANSACTION_TYPE_BITCOIN: 'bitcoin',
  }[kind]
  return {
    ...facts,
    [chain]: { tx: { ...fields } },
    activity: { ...activity, params: { type: type! } },
  } as RequestFacts
}

/** The wallet account of that address. @throws Failure (usage) for private keys, whose tags are read otherwise */
async function signerFacts(client: Client, signWith: string) {
  const { wallets } = await client.query<ResponseOf<'list_wallets'>>(calls.list_wallets)
  for (const wallet of wallets) {
    const { walletId } = wallet
    const request = { walletId, paginationOptions: { limit: '100' } }
    const { accounts } = await client.query<ResponseOf<'list_wallet_accounts'>>(
      calls.list_wallet_accounts,
      request,
    )
    const account = accounts.find(({ address }) => address === signWith)
    if (!account) continue
    return {
      facts: { wallet: toWallet(wallet), wallet_account: { address: account.address } },
      publicKey: account.publicKey ?? '',
      addressFormat: account.addressFormat as AddressFormat,
    }
  }
  throw usageFailure(
    `no wallet account has the address \`${signWith}\``,
    'keywright wallets list --accounts shows them; requests that sign with private keys are not explained here',
  )
}

const toWallet = ({
  walletId: id,
  walletName: label,
  imported,
  exported,
}: ResponseOf<'get_wallet'>['wallet']) => ({
  id,
  imported,
  exported,
  label,
})
