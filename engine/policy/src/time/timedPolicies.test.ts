import { describe, expect, it } from 'vitest'
import { evaluateBySpec } from '../../spec/evaluate.ts'
import { REQUESTS } from '../../test/fixtures.ts'
import { decide } from '../decide.ts'
import { explain } from '../explain.ts'
import { explanationLines } from '../explanationLines.ts'
import type { RequestFacts } from '../facts.ts'
import type { Effect } from '../outcome.ts'
import { checkPolicy, compilePolicy } from '../policy.ts'
import { nextChangeOf, showMoment } from './nextChange.ts'
import { toTimestamp } from './timestamp.ts'

const ann = { id: 'ann', tags: [], email: '', alias: 'ann' }
const facts = REQUESTS['ethereum'] as RequestFacts
const OFFICE = "CronSpan('0 9 * * 1-5', '8h', 'America/New_York')"
/** Monday 12:00 and Saturday 12:00 in New York. */
const MONDAY = Date.parse('2026-01-12T17:00:00Z')
const SATURDAY = Date.parse('2026-01-10T17:00:00Z')

const policy = (effect: Effect, time?: string) =>
  compilePolicy({ policyId: effect, policyName: effect, effect, time })
const allow = (time?: string) => policy('EFFECT_ALLOW', time)
const deny = (time?: string) => policy('EFFECT_DENY', time)
const input = (policies: ReturnType<typeof policy>[], now?: number | 'whenever') => ({
  policies,
  facts,
  approvers: [ann],
  users: [ann],
  ...(now !== undefined && { now }),
})
const decided = (...args: Parameters<typeof input>) => {
  const { verdict, policyEvaluations } = decide(input(...args))
  return [verdict, ...policyEvaluations.map(({ outcome }) => outcome.slice('OUTCOME_'.length))]
}

describe('a policy with a time', () => {
  it('takes part while its time is true', () => {
    expect(decided([allow(OFFICE)], MONDAY)).toEqual(['ALLOWED', 'ALLOW'])
    expect(decided([allow(OFFICE)], SATURDAY)).toEqual(['DENIED', 'TIME_INACTIVE'])
    expect(decided([allow(), deny(OFFICE)], MONDAY)).toEqual(['DENIED', 'ALLOW', 'DENY_EXPLICIT'])
    expect(decided([allow(), deny(OFFICE)], SATURDAY)).toEqual(['ALLOWED', 'ALLOW', 'TIME_INACTIVE'])
  })

  it('is always active with an empty time', () => {
    expect(decided([allow('')], SATURDAY)).toEqual(['ALLOWED', 'ALLOW'])
    expect(checkPolicy({ time: '' })).toEqual([])
  })

  it('fails closed without a clock', () => {
    expect(decided([allow(OFFICE)])).toEqual(['DENIED', 'ERROR'])
    expect(decided([allow(), deny(OFFICE)])).toEqual(['DENIED', 'ALLOW', 'DENY_EXPLICIT'])
    expect(decided([allow(), deny("time.now > Timestamp('2026-01-01T00:00:00Z')")])[0]).toBe('DENIED')
  })

  it('may be active at some time', () => {
    expect(decided([allow(OFFICE), deny(OFFICE)], 'whenever')).toEqual(['ALLOWED', 'ALLOW', 'TIME_INACTIVE'])
  })

  it('fails closed on a host that lacks its zone', () => {
    const [lost, lostDeny] = [OFFICE, OFFICE].map((text) => text.replace('America/New_York', 'Mars/Olympus'))
    expect(checkPolicy({ time: lost })).toMatchObject([{ code: 'ZONE_UNKNOWN', side: 'time' }])
    expect(decided([allow(lost)], MONDAY)).toEqual(['DENIED', 'ERROR'])
    expect(decided([allow(), deny(lostDeny)], MONDAY)).toEqual(['DENIED', 'ALLOW', 'DENY_EXPLICIT'])
  })

  it('is explained with its next change', () => {
    const lines = explanationLines(explain(input([allow(OFFICE)], SATURDAY)))
    const text = lines.map(({ parts }) => parts.map((part) => part.text).join('')).join('\n')
    expect(text).toContain(`time false  ${OFFICE}`)
    expect(text).toContain('inactive until Monday 2026-01-12 09:00 (America/New_York)')
  })

  it('shows times as dates', () => {
    const time = "time.now < Timestamp('2026-01-11T00:00:00Z')"
    const [found] = explain(input([allow(time)], MONDAY)).policies
    expect(found!.time!.operands).toMatchObject([{ text: 'time.now', value: '2026-01-12T17:00:00.000Z' }, {}])
    expect(found!.changes[0]!.message).toContain('inactive for good')
  })
})

describe('the next change', () => {
  const next = (time: string, now: number) => {
    const compiled = allow(time).time!
    const change = nextChangeOf(compiled, now)
    return change && showMoment(compiled, change)
  }

  it.each([
    [OFFICE, SATURDAY, 'Monday 2026-01-12 09:00 (America/New_York)'],
    [OFFICE, MONDAY, 'Monday 2026-01-12 17:00 (America/New_York)'],
    ["time.now >= Timestamp('2026-02-01T00:00:00Z')", MONDAY, 'Sunday 2026-02-01 00:00 (UTC)'],
    ["time.now < Timestamp('2026-01-01T00:00:00Z')", MONDAY, undefined],
    [
      `${OFFICE} && time.now > Timestamp('2026-01-13T00:00:00Z')`,
      SATURDAY,
      'Tuesday 2026-01-13 09:00 (America/New_York)',
    ],
    // Windows without a gap never end.
    ["CronSpan('0 0 * * *', '1d', 'UTC')", MONDAY, undefined],
  ])('of %s after %d is %s', (time, now, expected) => {
    expect(next(time, now)).toBe(expected)
  })
})

describe('a time', () => {
  it.each([
    ['eth.tx.value == 0', 'NAME_OF_OTHER_SIDE'],
    ['approvers.count() > 0', 'NAME_OF_OTHER_SIDE'],
    ['time.now', 'NOT_BOOL'],
    ['time.now > 5', 'TYPE_MISMATCH'],
    ["time.now > '2026-01-01T00:00:00Z'", 'TYPE_MISMATCH'],
    ["time.now > Timestamp('2026-01-01')", 'ARGUMENT_MALFORMED'],
    ["Timestamp('2026-01-01T00:00:00Z')", 'NOT_BOOL'],
    ["CronSpan('0 9 * * *', '8h')", 'ARGUMENT_MALFORMED'],
    ["CronSpan('0 9 * * *', '8h', 5)", 'ARGUMENT_MALFORMED'],
    ["CronSpan('0 9 * * 9', '8h', 'UTC')", 'ARGUMENT_MALFORMED'],
    ["uint('00') == 0", 'NAME_OF_OTHER_SIDE'],
    ['time.then', 'UNKNOWN_FIELD'],
  ])('is rejected: %s', (time, code) => {
    expect(checkPolicy({ time }).map((problem) => [problem.code, problem.side])).toEqual([[code, 'time']])
  })

  it.each(["CronSpan('0 9 * * *', '8h', 'UTC')", "time.now > Timestamp('2026-01-01T00:00:00Z')"])(
    'belongs to no other expression: %s',
    (text) => {
      for (const side of ['condition', 'consensus'] as const) {
        expect(checkPolicy({ [side]: text })[0]).toMatchObject({ code: 'NAME_OF_OTHER_SIDE', side })
      }
    },
  )

  it.each([
    ["time.now == Timestamp('2026-01-12T17:00:00.000Z')", true],
    ["time.now != Timestamp('2026-01-12T17:00:00.000000001Z')", true],
    ["time.now <= Timestamp('2026-01-12T16:59:59.999999999Z')", false],
    [`${OFFICE} || time.now > Timestamp('2030-01-01T00:00:00Z')`, true],
    [`${OFFICE} == false`, false],
  ])('%s is %s', (text, expected) => {
    const { time } = allow(text)
    const moment = { time: { now: toTimestamp(MONDAY) } }
    expect(time!.test(moment)).toBe(expected)
    expect(evaluateBySpec(time!.expression, 'time', moment)).toBe(expected)
  })
})
