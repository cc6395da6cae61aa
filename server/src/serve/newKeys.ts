/**
 * `migrate --new-keys`: a new deployment key, and everything encrypted and authenticated with the keys that derive from
 * it. In databases of earlier releases the root secret itself was the deployment key.
 */
import { type JournalVerdict, rekeyOrganization, type Vault, verifyJournal } from '@keywright/engine'
import { organizationsIn, toKeys } from '../journals.ts'
import { ServerError } from '../serverError.ts'
import type { PostgresStore } from '../store/postgres.ts'
import { rootSecretFrom, type SecretSource, withTeamStore } from './reshare.ts'
import {
  deploymentKeyOf,
  newDeploymentKey,
  openDeploymentKey,
  openRootCheck,
  type RootCheck,
  sealDeploymentKey,
} from './rootSecret.ts'

export interface ChangedKeys {
  readonly organizationId: string
  /** Before the change. If a journal doesn't verify, nothing is changed. */
  readonly verdict: JournalVerdict
}

/**
 * Servers must be stopped. After an interruption, it continues with the same new key.
 * @throws KeysError for shares that don't match; ServerError `ROOT_SECRET_MISMATCH`, `DATABASE_NOT_INITIALIZED`
 */
export async function changeKeys(databaseUrl: string, from: SecretSource): Promise<ChangedKeys[]> {
  return withTeamStore(databaseUrl, async (store) => {
    const { known } = await openRootCheck(store)
    const rootSecret = await rootSecretFrom(from, known)
    if (known.next) throw rotating()
    const { newKey, ...before } = known
    const old = toKeys(deploymentKeyOf(rootSecret, before)).vault
    const { version = 1 } = known
    const sealed = newKey ?? sealDeploymentKey(newDeploymentKey(), rootSecret, version)
    const to = toKeys(openDeploymentKey(sealed, rootSecret, version)).vault
    const verdicts = await verifyEach(store, newKey === undefined ? [old] : [old, to])
    if (verdicts.some(({ verdict }) => !verdict.ok)) return verdicts
    await replaceCheck(store, (check) => ({ ...check, newKey: sealed }))
    for (const { organizationId } of verdicts) {
      await rekeyOrganization(store, organizationId, { from: old, to, now: Date.now() })
    }
    await replaceCheck(store, ({ newKey: _, ...check }) => ({ ...check, version, key: sealed }))
    return verdicts
  })
}

/** @param vaults the old keys, and after an interruption the new ones, which some organizations have already */
async function verifyEach(store: PostgresStore, vaults: readonly Vault[]): Promise<ChangedKeys[]> {
  const verdicts: ChangedKeys[] = []
  for (const organizationId of await organizationsIn(store)) {
    const all: JournalVerdict[] = []
    for (const vault of vaults) all.push(await verifyJournal(store, organizationId, { vault }))
    verdicts.push({ organizationId, verdict: all.find(({ ok }) => ok) ?? all[0]! })
  }
  return verdicts
}

async function replaceCheck(store: PostgresStore, change: (check: RootCheck) => RootCheck): Promise<void> {
  const { known, replace } = await openRootCheck(store)
  await replace(change(known))
}

function rotating(): ServerError {
  const hint = 'Finish it with `keywright rotate-root --retire`, or discard it with --abort.'
  return new ServerError('ROOT_SECRET_MISMATCH', 'a rotation of the root secret is under way', hint)
}
