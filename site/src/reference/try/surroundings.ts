/** What there is in the sandbox for a request to name. */
import type { Activity } from '@keywright/contract'
import type { Letter, Sandbox } from '@keywright/sandbox'
import { type Found, type Known, knownOf } from './known.ts'

/** As `GET /dev/organizations/{id}` answers; what is used of it. */
type OrganizationView = Pick<Found, 'users' | 'wallets' | 'privateKeys' | 'policies'> & {
  readonly quorum: { readonly userIds: readonly string[] }
}

export interface Surroundings extends Known {
  readonly organizations: readonly {
    readonly organizationId: string
    readonly organizationName: string
    readonly parentId: string | null
  }[]
  /** Members of the root quorum first: what they stamp, no policy refuses. */
  readonly users: Found['users']
}

/** @throws Error where the organization is gone */
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
