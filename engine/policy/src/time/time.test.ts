import { describe, expect, it, test } from 'vitest'
import { seeds, tries } from '../../../../tools/scripts/lib/tries.ts'
import { isInSpanBySpec } from '../../spec/time.ts'
import { Random } from '../../test/random.ts'
import { type CronSpan, isInSpan, nextChangeOfSpan, parseCronSpan } from './cron.ts'
import { parseTimestamp, toTimestamp } from './timestamp.ts'

const spanOf = (...texts: [string, string, string]) => {
  const span = parseCronSpan(texts)
  if ('argument' in span) throw new Error(span.message)
  return span
}
const at = (text: string) => Date.parse(text)
const activeAt = (span: CronSpan, ...times: string[]) => times.map((time) => isInSpan(span, at(time)))

describe('a span', () => {
  it('holds from the moment it fires until its duration has passed', () => {
    const office = spanOf('0 9 * * 1-5', '8h', 'America/New_York')
    // A Friday and a Saturday in winter.
    expect(
      activeAt(office, '2026-01-09T13:59:59.999Z', '2026-01-09T14:00:00Z', '2026-01-09T21:59:59.999Z'),
    ).toEqual([false, true, true])
    expect(activeAt(office, '2026-01-09T22:00:00Z', '2026-01-10T14:00:00Z')).toEqual([false, false])
    // In summer, an hour earlier.
    expect(activeAt(office, '2026-07-10T13:00:00Z', '2026-07-10T21:00:00Z')).toEqual([true, false])
  })

  it('that a change of clocks skips begins at the change', () => {
    const night = spanOf('30 2 * * *', '1h', 'America/New_York')
    // 2026-03-08: 2:00 becomes 3:00 at 7:00 UTC.
    expect(activeAt(night, '2026-03-08T06:59:59Z', '2026-03-08T07:00:00Z', '2026-03-08T07:59:59Z')).toEqual([
      false,
      true,
      true,
    ])
    expect(activeAt(night, '2026-03-08T08:00:00Z')).toEqual([false])
  })

  it('whose time exists twice begins once, at the first', () => {
    const night = spanOf('30 1 * * *', '30m', 'America/New_York')
    // 2026-11-01: 1:30 is 5:30 UTC and 6:30 UTC.
    expect(activeAt(night, '2026-11-01T05:30:00Z', '2026-11-01T06:00:00Z', '2026-11-01T06:30:00Z')).toEqual([
      true,
      false,
      false,
    ])
  })

  it('knows its next change', () => {
    const office = spanOf('0 9 * * 1-5', '8h', 'America/New_York')
    const next = (time: string) => new Date(nextChangeOfSpan(office, at(time))!).toISOString()
    expect(next('2026-01-09T15:00:00Z')).toBe('2026-01-09T22:00:00.000Z')
    expect(next('2026-01-09T22:00:00Z')).toBe('2026-01-12T14:00:00.000Z')
    expect(nextChangeOfSpan(spanOf('0 0 30 2 *', '1h', 'UTC'), at('2026-01-01T00:00:00Z'))).toBeUndefined()
  })

  it.each([
    ['0 9 * *', '8h', 'UTC', 0],
    ['*/5 9 * * 1', '8h', 'UTC', 0],
    ['0 9 * * MON', '8h', 'UTC', 0],
    ['0 9 5-1 * *', '8h', 'UTC', 0],
    ['@daily', '8h', 'UTC', 0],
    ['0 9 *,1 * *', '8h', 'UTC', 0],
    ['0 9 * * *', '', 'UTC', 1],
    ['0 9 * * *', '0h', 'UTC', 1],
    ['0 9 * * *', '1h1d', 'UTC', 1],
    ['0 9 * * *', '8d', 'UTC', 1],
    ['0 9 * * *', '7d1m', 'UTC', 1],
    ['0 9 * * *', '8h', 'Mars/Olympus', 2],
    ['0 9 * * *', '8h', '+01:00', 2],
  ] as const)('is rejected: %s, %s, %s', (cron, duration, zone, argument) => {
    expect(parseCronSpan([cron, duration, zone])).toMatchObject({ argument })
  })
})

const ZONES = [
  'UTC',
  'America/New_York',
  'Europe/Berlin',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'America/St_Johns',
  'Pacific/Apia',
  'Africa/Casablanca',
  'Pacific/Chatham',
]

test.each(seeds(20_261_130))('agrees with the second evaluator, %s (%i)', (_, seed) => {
  const random = new Random(seed)
  const seen = { true: 0, false: 0 }
  for (let i = 0; i < tries(300); i++) {
    const range = (least: number, most: number) => {
      if (random.chance(0.5)) return '*'
      const from = least + random.below(most - least + 1)
      return random.chance(0.5) ? String(from) : `${from}-${from + random.below(most - from + 1)}`
    }
    const cron = `${random.below(60)} ${random.below(24)} ${range(1, 31)} ${range(1, 12)} ${range(0, 6)}`
    const duration = `${random.below(2)}d${random.below(30)}h${1 + random.below(59)}m`
    const zone = random.pick(ZONES)
    // Half of the times lie near changes of clocks.
    const changes = [
      '2026-03-08T07:00:00Z',
      '2026-11-01T06:00:00Z',
      '2026-03-29T01:00:00Z',
      '2026-10-25T01:00:00Z',
    ]
    const now = random.chance(0.5)
      ? at(random.pick(changes)) + (random.below(4 * 1440) - 2 * 1440) * 60_000
      : at('2026-01-01T00:00:00Z') + random.below(525_600) * 60_000
    const expected = isInSpanBySpec(cron, duration, zone, now)
    seen[String(expected) as 'true']++
    const where = `${i}: ${cron}, ${duration}, ${zone}, ${new Date(now).toISOString()}`
    expect(isInSpan(spanOf(cron, duration, zone), now), where).toBe(expected)
  }
  expect(Math.min(seen.true, seen.false)).toBeGreaterThan(0)
})

test.each([
  ['2026-03-01T00:00:00Z', toTimestamp(at('2026-03-01T00:00:00Z'))],
  ['2026-03-01t00:00:00z', toTimestamp(at('2026-03-01T00:00:00Z'))],
  ['2026-03-01T00:00:00+00:00', toTimestamp(at('2026-03-01T00:00:00Z'))],
  ['2026-03-01T00:00:00-00:00', toTimestamp(at('2026-03-01T00:00:00Z'))],
  ['1970-01-01T00:00:00.000000001Z', 1n],
  ['2024-02-29T23:59:59.5Z', toTimestamp(at('2024-02-29T23:59:59.500Z'))],
  ['2026-02-29T00:00:00Z', undefined],
  ['2026-03-01T24:00:00Z', undefined],
  ['2026-03-01T00:00:60Z', undefined],
  ['2026-03-01T00:00:00+01:00', undefined],
  ['2026-03-01T00:00:00', undefined],
  ['2026-03-01', undefined],
  ['2026-03-01 00:00:00Z', undefined],
  ['2026-3-1T00:00:00Z', undefined],
])('the timestamp %s is %s', (text, expected) => {
  expect(parseTimestamp(text)).toBe(expected)
})
