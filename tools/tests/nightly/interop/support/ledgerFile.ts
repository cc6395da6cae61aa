/** The recorded part of the ledger: one file for each client, refreshed by `npm run ledger`. */
import { expect } from 'vitest'
import { recordText } from '../../../../scripts/lib/recordFile.ts'
import { installed } from './installed.ts'
import type { AcceptedVersions } from './recorder.ts'

/** The recorded behavior of a client. */
export interface RecordedClient {
  readonly name: string
  readonly version: string
  /** Versions that the server accepted, by call; a query has the one version `query`. */
  readonly accepted: AcceptedVersions
  /** Calls that the client has and the contract has not. */
  readonly unserved: readonly string[]
}

/** Compares the requests of a client with the ledger. */
export async function expectLedger(
  alias: string,
  seen: Pick<RecordedClient, 'accepted' | 'unserved'>,
): Promise<void> {
  const recorded: RecordedClient = { ...installed(alias), ...seen }
  await expect(recordText(recorded)).toMatchFileSnapshot(`../../../../site/ledger/${alias}.json`)
}
