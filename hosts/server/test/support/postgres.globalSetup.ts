/** Starts one PostgreSQL for all files of a test run, because creating a cluster takes longer than most tests on it. */
import { SHARED_POSTGRES, startPostgres } from './postgres.ts'

export async function setup(): Promise<() => Promise<void>> {
  if (process.env[SHARED_POSTGRES] !== undefined) return async () => undefined
  const { url, stop } = await startPostgres().catch((error: Error) => {
    // Vitest fails to read such a stack, and would hide the message.
    throw Object.assign(error, { stack: '' })
  })
  // Forked test processes inherit it.
  process.env[SHARED_POSTGRES] = url
  return async () => {
    await stop()
    // The package's own hook would end the process with code 0, also after failed tests.
    process.prependOnceListener('beforeExit', () => process.exit())
  }
}
