/**
 * Every place that shows a runnable example has a run button and the id of the program that `e2e/examples.spec.ts` runs.
 * `e2e/runner.spec.ts` clicks one button per kind of place.
 */
import { readExamples } from '@keywright/examples'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { readPageSources } from '../../../builder/content/pageSources.ts'
import { Example } from '../../mdx/Example.tsx'

const examples = new Map(readExamples().map((example) => [example.id, example]))

const places = readPageSources().flatMap(({ file, source }) =>
  [...source.matchAll(/<Example\b([^>]*)>/g)].map(([, attributes]) => ({
    file,
    id: /\bid="([^"]+)"/.exec(attributes!)?.[1],
    region: /\bregion="([^"]+)"/.exec(attributes!)?.[1],
  })),
)

it('pages and gallery run the same programs', () => {
  expect(places.length).toBeGreaterThan(80)
  for (const { file, id, region } of places) {
    const example = examples.get(id!)
    expect(example, `${file}: ${id}`).toBeDefined()
    const html = renderToStaticMarkup(<Example id={id!} {...(region !== undefined && { region })} />)
    const [section] = /^<section[^>]*>/.exec(html)!
    expect(section, file).toContain(`data-example="${id}"`)
    const runs = example!.runsIn === 'page'
    expect(section.includes('data-island="runner"'), `${file}: ${id}`).toBe(runs)
    expect(/data-opens="runner" data-action="run"/.test(html), `${file}: ${id}`).toBe(runs)
  }
})
