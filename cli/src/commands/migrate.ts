/** `keywright migrate` */
import { addMissingMacs, changeKeys, migrateDatabase, planMigration } from '@keywright/server'
import type { Context, Outcome } from '../command.ts'
import { resolveDatabaseUrl } from '../databaseUrl.ts'
import { exitCodeOf, toVerdictRow } from '../journals.ts'
import { resolveSecret } from '../secretSource.ts'
import { toColumns } from '../table.ts'

export async function run(context: Context): Promise<Outcome> {
  const databaseUrl = await resolveDatabaseUrl(context)
  if (context.input.isOn('add-macs')) return addMacs(databaseUrl, context)
  if (context.input.isOn('new-keys')) return newKeys(databaseUrl, context)
  return context.input.isOn('plan') ? plan(databaseUrl, context) : migrate(databaseUrl, context)
}

async function addMacs(databaseUrl: string, context: Context): Promise<Outcome> {
  const organizations = await addMissingMacs(databaseUrl, await resolveSecret(context))
  const rows = organizations.map((journal) =>
    toVerdictRow(context, journal, ({ isAdded }) => (isAdded ? 'MACs added' : 'has MACs')),
  )
  return { text: toColumns(rows), json: { organizations }, exitCode: exitCodeOf(organizations) }
}

async function newKeys(databaseUrl: string, context: Context): Promise<Outcome> {
  const organizations = await changeKeys(databaseUrl, await resolveSecret(context))
  const exitCode = exitCodeOf(organizations)
  const rows = organizations.map((journal) =>
    toVerdictRow(context, journal, () => (exitCode === 0 ? 'has new keys' : 'unchanged')),
  )
  return { text: toColumns(rows), json: { organizations }, exitCode }
}

async function plan(databaseUrl: string, { style }: Context): Promise<Outcome> {
  const steps = await planMigration(databaseUrl)
  const missing = steps.filter(({ isDone }) => !isDone)
  const lines = missing.flatMap(({ number, statements }) => [
    style.bold(`-- migration ${number}`),
    statements.trim(),
  ])
  const summary = `-- ${missing.length} of ${steps.length} migrations missing; nothing was changed`
  return { text: [...lines, summary].join('\n'), json: { migrations: steps } }
}

async function migrate(databaseUrl: string, { style }: Context): Promise<Outcome> {
  const done = await migrateDatabase(databaseUrl)
  const numbers = done.map(({ number }) => number)
  const text =
    done.length === 0
      ? 'the database is up to date'
      : style.green(`applied: ${numbers.length === 1 ? 'migration' : 'migrations'} ${numbers.join(', ')}`)
  return { text, json: { done: numbers } }
}
