/**
 * Every place that shows a runnable example has a run button and the id of the program that `e2e/examples.spec.ts` runs.
 * `e2e/runner.spec.ts` clicks one button per kind of place.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readExamples } from '@keywright/examples'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Example } from '../mdx/Example.tsx'

const content = fileURLToPath(new URL('../../content', import.meta.url))
const examples = new Map(readExamples().map((example) => [example.id, example]))

const places = readdirSync(content, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.mdx'))
  .flatMap((file) =>
    [...readFileSync(join(content, file), 'utf8').matchAll(/<Example\b([^>]*)>/g)].map(([, attributes]) => ({
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
