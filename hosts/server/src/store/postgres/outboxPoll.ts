/** Finds organizations with due messages by the partial index over outbox rows. */
import { OUTBOX, outboxTimeOf } from '@keywright/engine'
import type { Execute } from './connections.ts'

export interface PolledOrganization {
  readonly organization: string
  readonly isDue: boolean
}

export interface OutboxPoll {
  /** Ids of organizations with messages, due or not. */
  withMessages(): Promise<string[]>
  /**
   * Reads the next organizations with messages, in the order of their ids.
   * @param now milliseconds since 1970
   * @param after the last organization of the previous poll, or any text to start behind
   */
  pollOutbox(now: number, after: string, limit: number): Promise<PolledOrganization[]>
  /** @returns the number of messages, and when the first one is due: milliseconds since 1970 */
  outboxState(): Promise<{ readonly messages: number; readonly firstDueAt: number | undefined }>
}

/**
 * A skip scan (https://wiki.postgresql.org/wiki/Loose_indexscan): one index probe per organization, however many messages
 * each has.
 */
const WITH_MESSAGES = `
  WITH RECURSIVE waiting (organization) AS (
    (SELECT organization FROM rows WHERE name = '${OUTBOX}' AND organization > $1 ORDER BY organization LIMIT 1)
    UNION ALL
    SELECT (
      SELECT organization FROM rows WHERE name = '${OUTBOX}' AND organization > waiting.organization
      ORDER BY organization LIMIT 1
    ) FROM waiting WHERE organization IS NOT NULL
  )
  SELECT organization, (
    SELECT min(split_part(id, '/', 2)) FROM rows WHERE name = '${OUTBOX}' AND organization = waiting.organization
  ) <= $2 AS "isDue" FROM waiting WHERE organization IS NOT NULL LIMIT $3`

const STATE = `
  SELECT count(*) AS messages, min(split_part(id, '/', 2)) AS first FROM rows WHERE name = '${OUTBOX}'`

export function openOutboxPoll(execute: Execute): OutboxPoll {
  const poll = async (now: number, after: string, limit: number | null) => {
    const values = [after, outboxTimeOf(now), limit]
    return (await execute<PolledOrganization>({ name: 'poll outbox', text: WITH_MESSAGES, values })).rows
  }
  return {
    withMessages: async () => (await poll(0, '', null)).map(({ organization }) => organization),
    pollOutbox: poll,
    async outboxState() {
      const { rows } = await execute<{ messages: string; first: string | null }>({
        name: 'outbox state',
        text: STATE,
        values: [],
      })
      const { messages, first } = rows[0]!
      return { messages: Number(messages), firstDueAt: first === null ? undefined : Number(first) }
    },
  }
}
