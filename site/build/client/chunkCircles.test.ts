import { expect, it } from 'vitest'
import { chunkCircles } from './chunkCircles.ts'

const chunk = (fileName: string, ...imports: string[]) => ({ fileName, imports })

it('finds no circle where one way leads to a file twice', () => {
  expect(chunkCircles([chunk('a', 'b', 'c'), chunk('b', 'c'), chunk('c')])).toEqual([])
})

it.each([
  ['two files', [chunk('a', 'b'), chunk('b', 'a')], 'a → b → a'],
  ['a long way round', [chunk('a', 'b'), chunk('b', 'c'), chunk('c', 'b')], 'b → c → b'],
  ['a file itself', [chunk('a', 'a')], 'a → a'],
])('names %s', (_, chunks, circle) => {
  expect(chunkCircles(chunks)).toEqual([circle])
})
