/** Shows an activity in full, for someone who votes on it. */
import type { Activity } from '@keywright/contract'
import { paintStatus } from './activity.ts'
import { errorCodeOf } from './client.ts'
import { describeTransaction } from './describeTransaction.ts'
import type { Style } from './style.ts'
import { toColumns } from './table.ts'

/** Shows type, parameters, the transaction in them, votes and result. */
export function showActivity(activity: Activity, style: Style): string {
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
  const transaction = describeTransaction(parameters)
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
    const lines = JSON.stringify(value, textOfBigInts, 2).split('\n')
    return [style.bold(title), ...lines.map((line) => `  ${line}`)].join('\n')
  }
}

const textOfBigInts = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)

const timeOf = (seconds: string) => new Date(Number(seconds) * 1000).toISOString().replace('.000', '')
