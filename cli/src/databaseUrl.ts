/** The PostgreSQL database of a deployment. */
import type { Context } from './command.ts'
import { usageFailure } from './failure.ts'
import { readText } from './files.ts'

/** @throws Failure (usage); the address may hold a password, so it is not repeated */
export async function resolveDatabaseUrl(context: Context): Promise<string> {
  const url = (await readDatabaseUrl(context)) ?? context.host.env['DATABASE_URL']
  if (!url)
    throw usageFailure('the database is missing', 'set DATABASE_URL, like postgres://user@host/database')
  return assertPostgres(url)
}

/** What flags name; undefined when none does. @throws Failure (usage) */
export async function readDatabaseUrl({ input, host }: Context): Promise<string | undefined> {
  const [url, file] = [input.flag('database-url'), input.flag('database-url-file')]
  if (url !== undefined && file !== undefined) {
    throw usageFailure('--database-url and --database-url-file do not go together', 'give one of them')
  }
  if (file !== undefined) {
    const text = (await readText(host, file)).trim()
    if (text === '')
      throw usageFailure(`${file} is empty`, 'it holds the address of the database, and nothing else')
    return assertPostgres(text)
  }
  return url && assertPostgres(url)
}

function assertPostgres(url: string): string {
  if (/^postgres(ql)?:\/\//.test(url)) return url
  throw usageFailure(
    'the database URL is not one of PostgreSQL',
    'write it like postgres://user@host/database',
  )
}
