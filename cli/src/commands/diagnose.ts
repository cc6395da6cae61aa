/** `keywright diagnose` */
import type { Diagnostics } from '@keywright/server'
import { counted } from '../arguments/numbers.ts'
import type { Context, Outcome } from '../command.ts'
import { askOperatorApi } from '../connect/operatorApi.ts'

export async function run(context: Context): Promise<Outcome> {
  const json = await askOperatorApi<Diagnostics>(context, 'GET', '/diagnostics')
  const file = context.input.flag('out')
  const text = JSON.stringify(json, undefined, 2)
  if (file === undefined) return { text, json }
  await context.host.writeFile(file, `${text}\n`, { isPrivate: true })
  const { readiness, recentProblems } = json
  const problems = counted(recentProblems.length, 'recent problem')
  return { text: `${file}: ${readiness.status}, ${problems}`, json: { file, ...json } }
}
