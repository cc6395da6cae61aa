/** Resolves the URL of a PostgreSQL database. */
import type { Context } from '../command.ts'
import { readOnly } from '../files/files.ts'
import { usageFailure } from '../output/failure.ts'

/** @throws Failure (usage) that does not repeat the URL, which may contain a password */
export async function resolveDatabaseUrl(context: Context): Promise<string> {
  const given = await readDatabaseUrl(context)
  if (given !== undefined) return given
  const url = context.host.env['DATABASE_URL']
  if (!url)
    throw usageFailure(
      'the database URL is missing',
      'set DATABASE_URL, for example to postgres://user@host/database',
    )
  return assertPostgres(url, 'DATABASE_URL')
}

/** Reads the URL from flags; undefined without one. @throws Failure (usage) */
export async function readDatabaseUrl({ input, host }: Context): Promise<string | undefined> {
  const [url, file] = [input.flag('database-url'), input.flag('database-url-file')]
  if (url !== undefined && file !== undefined) {
    throw usageFailure('--database-url and --database-url-file cannot be combined', 'pass one of them')
  }
  if (file !== undefined) return assertPostgres(await readOnly(host, file, 'the database URL'), file)
  return url && assertPostgres(url, '--database-url')
}

function assertPostgres(url: string, source: string): string {
  const isPostgres = /^postgres(ql)?:\/\//.test(url)
  if (isPostgres && URL.canParse(url)) return url
  if (isPostgres)
    throw usageFailure(
      `the database URL in ${source} cannot be read`,
      'encode special characters in the password, such as %23 for # and %2F for /',
    )
  throw usageFailure(
    `the database URL in ${source} is not a PostgreSQL URL`,
    'pass a URL such as postgres://user@host/database',
  )
}
