import { expect, it } from 'vitest'
import { simulate } from './capacity.ts'

const NOTHING = { each: 0, batch: 0 }
const costs = { process: NOTHING, database: NOTHING, load: 0, sync: 0, wait: 0, cold: 0 }
const setup = { processes: 1, clients: 32, cores: { database: 4 }, cold: 0 }

it('is bound by the thread of each process', () => {
  const process = { each: 0.5, batch: 0 }
  const one = simulate({ ...costs, process }, setup)
  expect(one.perSecond).toBeCloseTo(2_000, -2)
  expect(one.busy.process).toBeCloseTo(1, 1)
  const four = simulate({ ...costs, process }, { ...setup, processes: 4, clients: 128 })
  expect(four.perSecond).toBeCloseTo(8_000, -3)
})

it('shares the cores of one machine', () => {
  const process = { each: 0.5, batch: 0 }
  const four = simulate({ ...costs, process }, { ...setup, processes: 4, cores: { all: 2 } })
  expect(four.perSecond).toBeCloseTo(4_000, -3)
})

it('is bound by the cores of the database, and by a disk that syncs commits together', () => {
  const database = simulate(
    { ...costs, database: { each: 1, batch: 0 } },
    { ...setup, processes: 16, clients: 512 },
  )
  expect(database.perSecond).toBeCloseTo(4_000, -3)
  expect(database.busy.database).toBeCloseTo(1, 1)
  const disk = simulate({ ...costs, process: { each: 0.001, batch: 0 }, sync: 10 }, setup)
  expect(disk.perSecond).toBeGreaterThan(1_500)
  expect(disk.perSecond).toBeLessThanOrEqual(3_300)
})

it('charges for organizations that are not cached', () => {
  const process = { each: 0.5, batch: 0 }
  const { perSecond } = simulate({ ...costs, process, cold: 0.5 }, { ...setup, cold: 1 })
  expect(perSecond).toBeCloseTo(1_000, -2)
})
