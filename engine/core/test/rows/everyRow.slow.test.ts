import { it } from 'vitest'
import { expectNoneServed, SAMPLE } from './everyRow.ts'

it('no request uses or returns an altered row, and journal verify finds it', () =>
  expectNoneServed(44, SAMPLE))
