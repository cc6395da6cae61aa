import { beforeAll, describe, expect, it, test, vi } from 'vitest'
import { openWorkbench, type Workbench } from '../kit/workbench.ts'
import { KINDS } from './kinds.ts'
import { formatLeft, openSessions, stateOf } from './sessions.ts'

vi.mock('../../sandbox/pageSandbox.ts', () => import('../testing/inProcess.ts'))

let bench: Workbench
beforeAll(async () => {
  bench = await openWorkbench()
})

describe('the sessions', () => {
  it('expire in the order of their lives, by the word of the engine', async () => {
    const sessions = await openSessions(bench)
    const alive = async () => {
      await openWorkbench()
      const states = await Promise.all(sessions.map(stateOf))
      return states.map(({ isAlive }) => isAlive)
    }
    expect(await alive()).toEqual([true, true, true])
    const byLife = [...KINDS].sort((a, b) => a.seconds - b.seconds)
    let passed = 0
    for (const { id, seconds } of byLife) {
      await bench.sandbox.clock.advance((seconds - passed + 1) * 1000)
      passed = seconds + 1
      const left = byLife.filter((one) => one.seconds > seconds).map((one) => one.id)
      expect([id, KINDS.filter((_, n) => sessions[n]).map((kind) => left.includes(kind.id))]).toEqual([
        id,
        await alive(),
      ])
    }
    expect(await stateOf(sessions[0]!)).toMatchObject({ message: expect.stringMatching(/\w+ \w+/) })
  })

  it('can be opened again after the clock was moved', async () => {
    const sessions = await openSessions(bench)
    expect(await Promise.all(sessions.map(stateOf))).toEqual(sessions.map(() => ({ isAlive: true })))
  })
})

test.each([
  [900_000, '15:00'],
  [3_600_000, '1:00:00'],
  [61_001, '1:02'],
  [0, '0:00'],
  [-5000, '0:00'],
])('%d ms are written %s', (milliseconds, text) => {
  expect(formatLeft(milliseconds)).toBe(text)
})
