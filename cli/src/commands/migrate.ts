/** `keywright migrate` */
import { migrateDatabase, planMigration } from '@keywright/server'
import type { Context, Outcome } from '../command.ts'
import { resolveDatabaseUrl } from '../operate/databaseUrl.ts'

export async function run(context: Context): Promise<Outcome> {
  const databaseUrl = await resolveDatabaseUrl(context)
  return context.input.isOn('plan') ? plan(databaseUrl, context) : migrate(databaseUrl, context)
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
