/** `keywright faults` */
import { type Fault, parseFault } from '@keywright/server'
import { counted } from '../arguments/numbers.ts'
import type { Context, Outcome } from '../command.ts'
import { devJson, notFound } from '../connect/devApi.ts'
import { usageFailure } from '../output/failure.ts'
import { toColumns } from '../output/table.ts'

export async function run(context: Context): Promise<Outcome> {
  const { input, style } = context
  const action = input.argument('ACTION') ?? 'list'
  const value = input.argument('FAULT')
  const stray = ['organization-id', 'probability'].find((flag) => input.flag(flag) !== undefined)
  if (action !== 'set' && stray !== undefined) {
    throw usageFailure(
      `--${stray} cannot be used with faults ${action}`,
      'it limits which requests a fault affects: use it with faults set',
    )
  }
  if (action === 'set') {
    if (value === undefined)
      throw usageFailure(
        'FAULT is missing',
        'for example: keywright faults set create_wallet:status=503:times=2',
      )
    const probability = input.flag('probability')
    const organizationId = input.flag('organization-id')
    if (organizationId !== undefined && !/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(organizationId)) {
      throw usageFailure(
        `--organization-id cannot be \`${organizationId}\``,
        'pass the UUID that keywright whoami prints',
      )
    }
    const fault = await devJson<Fault>(context, 'POST', '/faults', {
      ...parseFault(value),
      ...(organizationId !== undefined && { organizationId }),
      ...(probability !== undefined && { probability: readProbability(probability) }),
    })
    return { text: toColumns([rowOf(fault)]), json: fault }
  }
  if (action === 'remove') {
    if (value === undefined) {
      const answer = await devJson<{ removed: number }>(context, 'DELETE', '/faults')
      return { text: `${answer.removed} removed`, json: answer }
    }
    await devJson(context, 'DELETE', `/faults/${encodeURIComponent(value)}`).catch(
      notFound(`fault \`${value}\` not found`, 'for example: keywright faults list shows the IDs'),
    )
    return { text: '1 removed', json: { removed: 1 } }
  }
  if (value !== undefined) {
    throw usageFailure(`faults list takes no fault, but got \`${value}\``, 'usage: keywright faults list')
  }
  const { faults } = await devJson<{ faults: Fault[] }>(context, 'GET', '/faults')
  const none = style.dim('no faults; set one with keywright faults set FAULT')
  return { text: faults.length === 0 ? none : toColumns(faults.map(rowOf)), json: { faults } }
}

const rowOf = ({ id, kind, call, times, status, milliseconds, probability }: Fault): string[] => [
  id,
  call,
  kind,
  [
    status,
    milliseconds === undefined ? undefined : `${milliseconds} ms`,
    times === null ? undefined : counted(times!, 'time'),
    probability === undefined ? undefined : `with probability ${probability}`,
  ]
    .filter((part) => part !== undefined)
    .join(', '),
]

function readProbability(text: string): number {
  const value = Number(text)
  if (value > 0 && value <= 1) return value
  throw usageFailure(`--probability cannot be \`${text}\``, 'pass a number above 0 and at most 1')
}
