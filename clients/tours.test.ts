/** Each page shows the program that `clients.nightly.test.ts` runs. */
import { expect, it } from 'vitest'
import { programRegions } from '../site/src/mdx/Program.tsx'
import { clients } from './clients.ts'
import { outputOf, pageOf } from './tours.ts'

it.each(clients.filter(({ tour }) => tour))(
  'the page of the $name client shows its whole program, and what it prints',
  ({ name, tour }) => {
    const regions = [...programRegions(name).keys()]
    expect(regions).toEqual(['client', 'wallet', 'call', 'export', 'error'])
    for (const region of regions)
      expect(pageOf(tour!)).toContain(`<Program of="${name}" region="${region}" />`)
    expect(outputOf(tour!)).toBeDefined()
  },
)
