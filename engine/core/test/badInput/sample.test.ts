import { expect, it } from 'vitest'
import { sampleByKind } from './sample.ts'

const cases = Array.from({ length: 100 }, (_, n) => ({ kind: `kind ${n % 7}`, n }))

it('keeps some cases of every kind, the same ones each time', () => {
  const sample = sampleByKind(cases, 2, 'salt')
  expect(sample).toHaveLength(14)
  expect(new Set(sample).size).toBe(14)
  expect(new Set(sample.map(({ kind }) => kind)).size).toBe(7)
  expect(sampleByKind(cases, 2, 'salt')).toEqual(sample)
})

it('picks other cases with another salt', () => {
  expect(sampleByKind(cases, 1, 'salt')).not.toEqual(sampleByKind(cases, 1, 'pepper'))
})

it('keeps all cases of a smaller kind, and everything without a count', () => {
  expect(sampleByKind(cases, 1_000, 'salt')).toHaveLength(100)
  expect(sampleByKind(cases, undefined, 'salt')).toEqual(cases)
})
