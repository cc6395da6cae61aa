import { expect, it } from 'vitest'
import { circlesIn } from './circles.ts'

const file = (fileName: string, ...imports: string[]) => ({ fileName, imports })

it('finds no circle where one way leads to a file twice', () => {
  expect(circlesIn([file('a', 'b', 'c'), file('b', 'c'), file('c')])).toEqual([])
})

it.each([
  ['two files', [file('a', 'b'), file('b', 'a')], 'a → b → a'],
  ['a long way round', [file('a', 'b'), file('b', 'c'), file('c', 'b')], 'b → c → b'],
  ['a file itself', [file('a', 'a')], 'a → a'],
])('names %s', (_, files, circle) => {
  expect(circlesIn(files)).toEqual([circle])
})
