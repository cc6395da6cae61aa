/** An operator for tests, who works on the database of a running development server, like `keywright init`. */
import { join } from 'node:path'
import { parseSnapshot, rootSecretOf } from '@keywright/devhost'
import { createEngine, type Engine, type Store } from '@keywright/engine'
import { platformRandom } from '@keywright/keys'
import { DATABASE_FILE } from '../../src/dev/stateFolder.ts'
import { openPostgresStore } from '../../src/store/postgres.ts'
import { openSqliteStore } from '../../src/store/sqlite.ts'
import type { TestDev } from './devServer.ts'

export interface TestOperator extends Pick<Engine, 'createOrganization' | 'verifyJournal'> {
  readonly store: Store
  close(): Promise<void>
}

export interface OperatorOptions {
  readonly databaseUrl?: string | undefined
  readonly clock: () => number
}

export async function openOperator(
  { server, folder }: TestDev,
  { databaseUrl, clock }: OperatorOptions,
): Promise<TestOperator> {
  const { state } = await parseSnapshot(await (await fetch(`${server.url}/dev/export`)).text())
  const store =
    databaseUrl === undefined
      ? openSqliteStore(join(folder, DATABASE_FILE))
      : await openPostgresStore(databaseUrl, { connections: 2 })
  const leaveToServer = async () => {
    throw new Error('the server delivers this')
  }
  const { createOrganization, verifyJournal } = createEngine({
    store,
    clock,
    random: platformRandom,
    rootSecret: rootSecretOf(state),
    mail: leaveToServer,
    sms: leaveToServer,
    fetch: leaveToServer,
    webhook: leaveToServer,
  })
  return { createOrganization, verifyJournal, store, close: async () => store.close() }
}
