import { readFileSync } from 'node:fs'
import { expect, it, vi } from 'vitest'
import { createMetrics } from './metrics.ts'

const deployed = (name: string) => readFileSync(new URL(`../../../deploy/${name}`, import.meta.url), 'utf8')

/** Written by the shell command of the backup page, for node_exporter. */
const NOT_OURS = 'keywright_last_backup_timestamp_seconds'

function open(outboxState: () => Promise<{ messages: number; firstDueAt: number | undefined }>) {
  const metrics = createMetrics('1.2.3')
  const store = {
    outboxState,
    connectionState: () => ({ busy: 1, idle: 2, waiting: 3 }),
    sessions: async () => ({ open: 21, most: 100 }),
    standbys: async () => 1,
  }
  const losses = { count: () => 2 }
  const readiness = { check: async () => ({ status: 'sealed' }) as const, clockOffset: () => -1.5 }
  const droppedLogLines = () => 7
  metrics.observe({
    isSealed: () => true,
    readiness,
    losses,
    store,
    clock: () => 10_000,
    droppedLogLines,
    certificateExpiry: () => 86_400_000,
    heads: { problems: () => 3, exportedAt: () => 9_000 },
  })
  return metrics
}

it('has every metric that the alert rules and the dashboard name', async () => {
  const metrics = open(async () => ({ messages: 2, firstDueAt: 4_000 }))
  metrics.countRequest('whoami', 200, 12)
  metrics.countMessage('mail', 'retry')
  await metrics.within('get', async () => undefined)
  const text = await metrics.toText()
  for (const file of ['prometheus/alerts.yml', 'grafana/keywright.json']) {
    const named = deployed(file).match(/\b(?:keywright|nodejs|process)_[a-z0-9_]+/g) ?? []
    expect(named.length).toBeGreaterThan(5)
    for (const name of named) if (name !== NOT_OURS) expect(text).toMatch(new RegExp(`^${name}[{ ]`, 'm'))
  }
  expect(text).toContain('keywright_build_info{version="1.2.3",schema="')
  expect(text).toContain('keywright_ready{reason="sealed"} 0')
  expect(text).toContain('keywright_clock_offset_seconds -1.5')
  expect(text).toContain('keywright_database_sessions 21')
  expect(text).toContain('keywright_database_sessions_max 100')
  expect(text).toContain('keywright_certificate_expiry_timestamp_seconds 86400')
  expect(text).toContain('keywright_organizations_with_head_problems 3')
  expect(text).toContain('keywright_heads_exported_timestamp_seconds 9')
  expect(text).toContain('keywright_database_standbys 1')
  expect(text).toContain('keywright_shares_rejected_total 0')
  expect(text).toContain('keywright_messages_total{kind="sms",outcome="rejected"} 0')
  expect(text).toContain('keywright_sealed 1')
  expect(text).toContain('keywright_organizations_with_losses 2')
  expect(text).toContain('keywright_log_lines_dropped 7')
  expect(text).toContain('keywright_outbox_messages 2')
  expect(text).toContain('keywright_outbox_overdue_seconds 6')
  expect(text).toContain('keywright_database_connections{state="waiting"} 3')
  expect(text).toContain('keywright_request_duration_seconds_count{call="whoami"} 1')
})

it('answers a scrape without the outbox while the database is gone or silent', async () => {
  const gone = await open(() => Promise.reject(new Error('gone'))).toText()
  expect(gone).toContain('keywright_sealed 1')
  expect(gone).not.toMatch(/^keywright_outbox_messages/m)
  vi.useFakeTimers()
  try {
    const silent = open(() => new Promise(() => undefined)).toText()
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await silent).toContain('keywright_sealed 1')
  } finally {
    vi.useRealTimers()
  }
})

it('counts failed store operations and passes their errors on', async () => {
  const metrics = createMetrics('1.2.3')
  const task = () => metrics.within('commit', () => Promise.reject(new Error('conflict')))
  await expect(task()).rejects.toThrow('conflict')
  expect(await metrics.toText()).toContain(
    'keywright_store_duration_seconds_count{operation="commit",outcome="error"} 1',
  )
})
