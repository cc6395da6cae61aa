/**
 * Every place of every page that shows an example: where a page can run it, the place holds the button and the name of the very
 * program that `e2e/examples.spec.ts` presses; one press for each kind of place is in `e2e/runner.spec.ts`.
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

it('places of pages run what the gallery runs', () => {
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
