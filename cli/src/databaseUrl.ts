/** The PostgreSQL database of a deployment. */
import type { Context } from './command.ts'
import { usageFailure } from './failure.ts'

/** @throws Failure (usage); the address may hold a password, so it is not repeated */
export function resolveDatabaseUrl({ input, host }: Context): string {
  const url = input.flag('database-url') ?? host.env['DATABASE_URL']
  if (!url)
    throw usageFailure('the database is missing', 'set DATABASE_URL, like postgres://user@host/database')
  if (/^postgres(ql)?:\/\//.test(url)) return url
  throw usageFailure(
    'the database URL is not one of PostgreSQL',
    'write it like postgres://user@host/database',
  )
}
