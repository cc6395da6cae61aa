/** Reads the engine's data for developers, without stamps and without secrets. */
import type { Activity, Policy, PrivateKey, User, Wallet, WalletAccount } from '@keywright/contract'
import { type Engine, type JournalVerdict, type OrganizationRow, readJournal } from '@keywright/engine'

export interface OrganizationNode {
  readonly organizationId: string
  readonly organizationName: string
  /** null for a parent organization. */
  readonly parentId: string | null
  /** Milliseconds since 1970. */
  readonly createdAt: number
}

export interface OrganizationView extends OrganizationNode {
  readonly quorum: { readonly threshold: number; readonly userIds: readonly string[] }
  readonly features: Readonly<Record<string, string>>
  readonly users: readonly User[]
  readonly wallets: readonly (Wallet & { readonly accounts: readonly WalletAccount[] })[]
  readonly privateKeys: readonly PrivateKey[]
  readonly policies: readonly Policy[]
}

/** The changes of a commit, without values. */
export interface JournalLine {
  readonly sequence: number
  /** null for an operator command. */
  readonly activityId: string | null
  readonly at: number
  readonly changes: readonly { readonly table: string; readonly id: string; readonly isRemoval: boolean }[]
  readonly previous: string
  readonly hash: string
}

export interface JournalView {
  /** Verdict on the whole chain and the tables derived from it. */
  readonly verdict: JournalVerdict
  /** Newest first. */
  readonly entries: readonly JournalLine[]
}

/** Organizations, parents and sub-organizations alike, oldest first. */
export async function listOrganizations({ ports }: Engine, limit: number): Promise<OrganizationNode[]> {
  const ids = await ports.store.organizations()
  const rows = await Promise.all(ids.map((id) => organizationRow(ports.store, id)))
  return rows
    .filter((row) => row !== undefined)
    .sort((a, b) => a.createdAt - b.createdAt || (a.organizationId < b.organizationId ? -1 : 1))
    .slice(0, limit)
    .map(toNode)
}

/** Returns undefined for an unknown organization. */
export async function viewOrganization(engine: Engine, id: string): Promise<OrganizationView | undefined> {
  const row = await organizationRow(engine.ports.store, id)
  if (!row) return undefined
  const [{ users }, { wallets }, { privateKeys }, { policies }] = await Promise.all([
    engine.ask('list_users', id, {}),
    engine.ask('list_wallets', id, {}),
    engine.ask('list_private_keys', id, {}),
    engine.ask('list_policies', id, {}),
  ])
  const withAccounts = wallets.map(async (wallet) => {
    const { accounts } = await engine.ask('list_wallet_accounts', id, { walletId: wallet.walletId })
    return { ...wallet, accounts }
  })
  return {
    ...toNode(row),
    quorum: row.quorum,
    features: row.features,
    users,
    wallets: await Promise.all(withAccounts),
    privateKeys,
    policies,
  }
}

/** Activities of one or all organizations, newest first. */
export async function listActivities(
  engine: Engine,
  organizationId: string | null,
  limit: number,
): Promise<Activity[]> {
  const ids =
    organizationId === null
      ? (await listOrganizations(engine, Number.POSITIVE_INFINITY)).map((node) => node.organizationId)
      : [organizationId]
  const lists = ids.map(async (id) => {
    const paginationOptions = { limit: String(limit) }
    return (await engine.ask('list_activities', id, { paginationOptions })).activities
  })
  // IDs start with the time.
  const all = (await Promise.all(lists)).flat()
  return all.sort((a, b) => (a.id < b.id ? 1 : -1)).slice(0, limit)
}

/** Returns undefined for an unknown organization. */
export async function viewJournal(
  engine: Engine,
  organizationId: string,
  limit: number,
): Promise<JournalView | undefined> {
  const { store } = engine.ports
  if (!(await organizationRow(store, organizationId))) return undefined
  const entries: JournalLine[] = []
  for await (const { changes, ...entry } of readJournal(store, organizationId)) {
    const shown = changes.map(({ table, id, value }) => ({ table, id, isRemoval: value === null }))
    entries.push({ ...entry, changes: shown })
    if (entries.length > limit) entries.shift()
  }
  return { verdict: await engine.verifyJournal(organizationId), entries: entries.reverse() }
}

async function organizationRow(store: Engine['ports']['store'], id: string) {
  return (await store.get(id, 'organization', 'organization')) as unknown as OrganizationRow | undefined
}

const toNode = ({
  organizationId,
  organizationName,
  parentId,
  createdAt,
}: OrganizationRow): OrganizationNode => ({
  organizationId,
  organizationName,
  parentId,
  createdAt,
})
