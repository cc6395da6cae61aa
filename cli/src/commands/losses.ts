/** `keywright losses` */
import type { Loss } from '@keywright/server'
import type { Context, Outcome } from '../command.ts'
import { askOperatorApi } from '../connect/operatorApi.ts'
import { ExitCode } from '../output/exitCode.ts'

interface Losses {
  readonly losses: readonly Loss[]
}

export async function run(context: Context): Promise<Outcome> {
  const { input, style } = context
  const organizationId = input.flag('accept')
  if (organizationId !== undefined) {
    const path = `/losses/${encodeURIComponent(organizationId)}` as const
    const json = await askOperatorApi<Losses>(context, 'DELETE', path)
    return {
      text: [...json.losses.map(describe), 'accepted: writes work again within seconds'].join('\n'),
      json,
    }
  }
  const json = await askOperatorApi<Losses>(context, 'GET', '/losses')
  if (json.losses.length === 0) return { text: 'no losses', json }
  const lines = [
    ...json.losses.map(describe),
    style.yellow(
      'Servers reject writes to these organizations until you restore the writes or use --accept.',
    ),
  ]
  return { text: lines.join('\n'), json, exitCode: ExitCode.refused }
}

function describe({
  organizationId,
  knownVersion,
  foundVersion,
  missingActivities,
  detectedAt,
}: Loss): string {
  const versions = `version ${knownVersion} was acknowledged, the database had ${foundVersion}`
  const missing = missingActivities.map((id) => `  missing activity ${id}`)
  return [`${organizationId}  ${detectedAt}  ${versions}`, ...missing].join('\n')
}
