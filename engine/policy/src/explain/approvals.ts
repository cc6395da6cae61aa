/** Missing approvals of the root quorum or a policy, in words. */
import type { DecideInput } from '../compiledPolicy.ts'
import type { ApprovalGroup, Change } from './explanation.ts'

/** The missing approvals of the root quorum, if it can still be reached. */
export function rootQuorumChange({ rootQuorum, approvers, rejecterIds }: DecideInput): Change | undefined {
  if (!rootQuorum) return undefined
  const approved = new Set(approvers.map((user) => user.id))
  const members = [...new Set(rootQuorum.userIds)]
  const need = rootQuorum.threshold - members.filter((id) => approved.has(id)).length
  const userIds = members.filter((id) => !approved.has(id) && !rejecterIds?.includes(id))
  if (need > userIds.length || need <= 0) return undefined
  const groups = [{ need, userIds }]
  return { kind: 'approvals', message: `${approvalsMessage(groups)} (root quorum)`, count: need, groups }
}

/** Who must approve, in words. */
export function approvalsMessage(groups: readonly ApprovalGroup[]): string {
  return groups
    .map(({ need, userIds }) => {
      const users = userIds.map((id) => `\`${id}\``).join(', ')
      return userIds.length === need ? `${users} must approve` : `${need} of ${users} must approve`
    })
    .join('; ')
}
