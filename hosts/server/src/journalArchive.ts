/**
 * Archives of journal entries: JSON lines, which the caller encrypts. Pruned entries stay verifiable: an archive is a part of
 * the chain of hashes that goes on in the next archive, or in the database.
 */
import {
  checkpointOf,
  hashOf,
  headProblemOf,
  type JournalEntry,
  NO_PREVIOUS_ENTRY,
  readJournal,
  type StoreReads,
  type WholeStore,
} from '@keywright/engine'
import { jsonOf } from '@keywright/host'
import { ServerError } from './serverError.ts'

const FORMAT = 'keywright journal archive 1'

/** Stores the lines for good before their entries are removed. */
export type KeepEntries = (lines: AsyncIterable<string>) => Promise<void>

/**
 * Archives all entries from before a time, in milliseconds.
 * @returns the last archived entry by organization, because a server may append older ones at the same time
 */
export async function archiveEntries(
  store: WholeStore,
  organizationIds: readonly string[],
  before: number,
  keep: KeepEntries,
): Promise<ReadonlyMap<string, number>> {
  const last = new Map(organizationIds.map((id) => [id, 0]))
  async function* lines(): AsyncGenerator<string> {
    yield toLine({ format: FORMAT })
    for (const organization of organizationIds) {
      for await (const entry of readJournal(store, organization)) {
        if (entry.at >= before) break
        yield toLine({ organization, entry })
        last.set(organization, entry.sequence)
      }
    }
  }
  await keep(lines())
  return last
}

const toLine = (value: object): string => `${JSON.stringify(value)}\n`

interface Walked {
  readonly sequence: number
  readonly head: string
  readonly problem?: string
}

/**
 * Checks archives against each other and against the database.
 * @param archives in the order in which they were written
 * @returns the organizations whose entries don't fit, with the entry and the reason
 * @throws ServerError `ARCHIVE_MALFORMED`
 */
export async function archiveProblems(
  store: StoreReads,
  archives: readonly AsyncIterable<string>[],
): Promise<ReadonlyMap<string, { readonly sequence: number; readonly reason: string }>> {
  const walked = new Map<string, Walked>()
  for (const [n, archive] of archives.entries()) await walk(archive, n + 1, walked)
  const problems = new Map<string, { sequence: number; reason: string }>()
  for (const [organization, { sequence, head, problem }] of walked) {
    const reason = problem ?? (await endProblem(store, organization, sequence, head))
    if (reason !== undefined) problems.set(organization, { sequence, reason })
  }
  return problems
}

async function walk(
  archive: AsyncIterable<string>,
  number: number,
  walked: Map<string, Walked>,
): Promise<void> {
  let isFirst = true
  for await (const line of archive) {
    const value = Object(jsonOf(line)) as Record<string, unknown>
    if (isFirst ? value['format'] !== FORMAT : typeof value['organization'] !== 'string') {
      const hint = 'Pass archives that `keywright journal prune --archive` wrote, with their key.'
      throw new ServerError('ARCHIVE_MALFORMED', `archive ${number} is damaged or something else`, hint)
    }
    if (!isFirst) follow(value as unknown as { organization: string; entry: JournalEntry }, walked)
    isFirst = false
  }
}

function follow(
  { organization, entry }: { readonly organization: string; readonly entry: JournalEntry },
  walked: Map<string, Walked>,
): void {
  const last = walked.get(organization) ?? { sequence: 0, head: NO_PREVIOUS_ENTRY }
  // An interrupted prune archives the same entries again.
  if ('problem' in last || entry.sequence <= last.sequence) return
  const problem =
    entry.sequence !== last.sequence + 1
      ? `archived entry ${last.sequence + 1} is missing`
      : entry.previous !== last.head
        ? 'the archived entry does not follow the one before'
        : hashOf(entry) !== entry.hash
          ? 'the archived entry was altered'
          : undefined
  walked.set(organization, {
    sequence: entry.sequence,
    head: entry.hash,
    ...(problem !== undefined && { problem }),
  })
}

async function endProblem(
  store: StoreReads,
  organization: string,
  version: number,
  hash: string,
): Promise<string | undefined> {
  const checkpoint = await checkpointOf(store, organization)
  if (checkpoint && checkpoint.sequence > version) return `the archive of entry ${version + 1} is missing`
  const problem = await headProblemOf(store, { organization, version, hash })
  return problem && `the database does not go on from this archived entry (${problem})`
}
