import { describe, it } from 'vitest'
import { seeds } from '../../../../tools/scripts/lib/tries.ts'
import { expectNoneServed } from './everyRow.ts'

describe.each(seeds(44))('with %s', (_title, seed) => {
  it(
    'no request uses or returns an altered row, and journal verify finds it',
    () => expectNoneServed(seed as number),
    4 * 3_600_000,
  )
})
