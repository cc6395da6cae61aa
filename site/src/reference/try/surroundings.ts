/** The sandbox's organizations and objects, for suggestions. */
import type { Activity } from '@keywright/contract'
import type { Letter, Sandbox } from '@keywright/sandbox'
import { type Found, type Known, knownOf } from './known.ts'

/** The used part of `GET /dev/organizations/{id}`. */
type OrganizationView = Pick<Found, 'users' | 'wallets' | 'privateKeys' | 'policies'> & {
  readonly quorum: { readonly userIds: readonly string[] }
}

export interface Surroundings extends Known {
  readonly organizations: readonly {
    readonly organizationId: string
    readonly organizationName: string
    readonly parentId: string | null
  }[]
  /** Members of the root quorum first, because policies can't deny their requests. */
  readonly users: Found['users']
}

/** @throws Error if the organization is gone */
export async function readSurroundings(sandbox: Sandbox, organizationId: string): Promise<Surroundings> {
  const [{ organizations }, view, { activities }, { messages }] = await Promise.all([
    sandbox.dev<{ organizations: Surroundings['organizations'] }>('GET', '/dev/tree'),
    sandbox.dev<OrganizationView>('GET', `/dev/organizations/${organizationId}`),
    sandbox.dev<{ activities: Activity[] }>('GET', `/dev/activities?organizationId=${organizationId}`),
    sandbox.dev<{ messages: Letter[] }>('GET', '/dev/inbox'),
  ])
  const isRoot = ({ userId }: { readonly userId: string }) => view.quorum.userIds.includes(userId)
  const users = [...view.users].sort((a, b) => Number(isRoot(b)) - Number(isRoot(a)))
  const known = knownOf({
    ...view,
    users,
    activities,
    organizationIds: organizations.map((one) => one.organizationId),
    otpCodes: messages.map(({ template }) => template['code']),
  })
  return { organizations, users, ...known }
}
