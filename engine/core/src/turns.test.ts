import { expect, it } from 'vitest'
import { takeTurns } from './turns.ts'

function recorded() {
  const inTurn = takeTurns()
  const told: string[] = []
  const task = (name: string) => async () => {
    told.push(`begin ${name}`)
    await new Promise((resolve) => setTimeout(resolve, 0))
    told.push(`end ${name}`)
    return name
  }
  const ends = () => told.filter((line) => line.startsWith('end')).map((line) => line.slice('end '.length))
  return { inTurn, told, task, ends }
}

it('runs tasks of a queue one at a time, and tasks of other queues in parallel', async () => {
  const { inTurn, told, task } = recorded()
  const names = await Promise.all([
    inTurn('q', task('a')),
    inTurn('q', task('b')),
    inTurn('another', task('c')),
  ])
  expect(names).toEqual(['a', 'b', 'c'])
  expect(told.indexOf('begin b')).toBeGreaterThan(told.indexOf('end a'))
  expect(told.indexOf('begin c')).toBeLessThan(told.indexOf('end a'))
})

it('runs at most one task of each other party before the next task of a party', async () => {
  const { inTurn, task, ends } = recorded()
  const many = ['m1', 'm2', 'm3', 'm4', 'm5'].map((name) => inTurn('q', task(name), 'many'))
  const few = ['f1', 'f2'].map((name) => inTurn('q', task(name), 'few'))
  const last = inTurn('q', task('l1'), 'last')
  await Promise.all([...many, ...few, last])
  expect(ends()).toEqual(['m1', 'm2', 'f1', 'l1', 'm3', 'f2', 'm4', 'm5'])
})

it('continues after a failed task, and after the queue was empty', async () => {
  const { inTurn, task } = recorded()
  const failing = inTurn('q', async () => {
    throw new Error('failed')
  })
  const next = inTurn('q', task('next'))
  await expect(failing).rejects.toThrow('failed')
  expect(await next).toBe('next')
  expect(await inTurn('q', task('later'))).toBe('later')
})
