import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decodeSections, encodeSections, type IndexedSection } from './sectionColumns.ts'

const name = fc.oneof(fc.constantFrom('', 'Run it here', 'ERROR_CODE', '404 – What?'), fc.lorem())
const anchor = fc.oneof(fc.constantFrom('', 'run-it-here', 'ERROR_CODE', 'run', '404-what'), fc.lorem())

it('reads sections as they were written', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(fc.tuple(anchor, name, fc.nat(90)), { minLength: 1 }), {
        minLength: 1,
      }),
      (pages) => {
        const sections = pages.flatMap((own, page) => own.map((rest): IndexedSection => [page, ...rest]))
        expect(decodeSections(encodeSections(sections))).toEqual(sections)
      },
    ),
  )
})

it('takes no sections of a page that stand apart', () => {
  const section = (page: number): IndexedSection => [page, '', '', 0]
  expect(() => encodeSections([section(0), section(1), section(0)])).toThrow()
  expect(() => encodeSections([section(0), section(2)])).toThrow()
})
