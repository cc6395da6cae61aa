import { expect, it } from 'vitest'
import { circlesIn } from './circles.ts'

const file = (fileName: string, ...imports: string[]) => ({ fileName, imports })

it('finds no cycle if two paths lead to the same file', () => {
  expect(circlesIn([file('a', 'b', 'c'), file('b', 'c'), file('c')])).toEqual([])
})

it.each([
  ['two files', [file('a', 'b'), file('b', 'a')], 'a → b → a'],
  ['a longer cycle', [file('a', 'b'), file('b', 'c'), file('c', 'b')], 'b → c → b'],
  ['a file itself', [file('a', 'a')], 'a → a'],
])('names %s', (_, files, circle) => {
  expect(circlesIn(files)).toEqual([circle])
})
