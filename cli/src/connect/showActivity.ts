/** Shows an activity in full, for someone who votes on it. */
import { type DescribedInterface, describeActivity } from '@keywright/client/explain'
import { type Activity, calls, type ResponseOf } from '@keywright/contract'
import { Failure } from '../output/failure.ts'
import type { Style } from '../output/style.ts'
import { toColumns } from '../output/table.ts'
import { paintStatus } from './activity.ts'
import { type createClient, errorCodeOf } from './client.ts'

/** Shows type, parameters, the transaction in them with its contract calls, votes and result. */
export async function showActivity(
  activity: Activity,
  style: Style,
  client: ReturnType<typeof createClient>,
): Promise<string> {
  const { failure } = activity
  const rows = [
    ['activity', activity.id],
    ['type', activity.type],
    ['status', paintStatus(activity, style)],
    ['organization', activity.organizationId],
    ['fingerprint', activity.fingerprint],
    ['created', timeOf(activity.createdAt.seconds)],
    ...(failure
      ? [
          [
            'failure',
            `${errorCodeOf(failure as never) ?? ''} ${(failure as { message: string }).message}`.trim(),
          ],
        ]
      : []),
  ]
  const parameters = Object.values(activity.intent)[0] ?? activity.intent
  const transaction =
    describeActivity(activity) && describeActivity(activity, await interfacesOf(activity, client))
  const sections = [
    toColumns(rows),
    section('parameters', parameters),
    ...(transaction ? [section('transaction', transaction)] : []),
  ]
  const votes = activity.votes.map(({ user, userId, selection, createdAt }) => [
    selection === 'VOTE_SELECTION_APPROVED' ? style.green('approved') : style.red('rejected'),
    user.userName,
    userId,
    timeOf(createdAt.seconds),
  ])
  if (votes.length > 0) sections.push(`${style.bold('votes')}\n${toColumns(votes, '  ')}`)
  const [result] = Object.values(activity.result)
  if (result !== undefined) sections.push(section('result', result))
  return sections.join('\n')

  function section(title: string, value: unknown): string {
    const lines = JSON.stringify(value, undefined, 2).split('\n')
    return [style.bold(title), ...lines.map((line) => `  ${line}`)].join('\n')
  }
}

/** None from a server that refuses the call, such as one of an earlier release. */
async function interfacesOf(
  { organizationId }: Activity,
  client: ReturnType<typeof createClient>,
): Promise<readonly DescribedInterface[]> {
  try {
    const { smartContractInterfaces } = await client.query<ResponseOf<'list_smart_contract_interfaces'>>(
      calls.list_smart_contract_interfaces,
      { organizationId },
    )
    return smartContractInterfaces
  } catch (error) {
    if (error instanceof Failure) return []
    throw error
  }
}

const timeOf = (seconds: string) => new Date(Number(seconds) * 1000).toISOString().replace('.000', '')
