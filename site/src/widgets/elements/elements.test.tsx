// @vitest-environment happy-dom
/** Every interactive element has a place, renders and can be reset. */
import { readFileSync } from 'node:fs'
import { openapi } from '@keywright/contract/reference'
import { click, render } from '@keywright/ui/test'
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
import { SiteContext } from '../../shared/services.ts'
import { ElementTitle } from '../kit/ElementFrame.tsx'
import { componentNameOf, interactiveElements } from './places.tsx'
import { elements } from './registry.ts'

const slot = { read: () => null, write: () => undefined }
const site = { storage: { kept: slot, tab: slot }, announce: vi.fn(), navigate: () => undefined }

beforeEach(() => {
  site.announce.mockClear()
  // Elements may fetch only the API description.
  vi.stubGlobal('fetch', async () => Response.json(openapi()))
})
afterEach(() => {
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

test('every element has a place and a module', () => {
  expect(Object.keys(interactiveElements).sort()).toEqual(Object.keys(elements).map(componentNameOf).sort())
})

describe.each(Object.entries(elements))('%s', (id, load) => {
  const name = componentNameOf(id)

  it('renders and returns to its initial state on reset', async () => {
    const { default: Element } = await load()
    const { host, leave } = await render(
      <SiteContext value={site}>
        <ElementTitle value={name}>
          <Element chosen={{}} />
        </ElementTitle>
      </SiteContext>,
    )
    const section = host.querySelector('section.element')!
    expect(section.getAttribute('aria-labelledby')).toBe(section.querySelector('.element-title')!.id)
    const reset = [...host.querySelectorAll('button')].find(({ textContent }) => textContent === 'Reset')!
    await click(reset)
    expect(site.announce).toHaveBeenCalledWith(`${name} reset.`)
    await leave()
  })

  it('has a text for readers without scripts', async () => {
    const { component: Place } = interactiveElements[name]!
    const { host, leave } = await render(<Place />)
    expect(host.textContent!.length).toBeGreaterThan(120)
    await leave()
  })

  it('is on the demo page for authors', () => {
    expect(readFileSync('site/content/markdown-page.mdx', 'utf8')).toContain(`<${name}`)
  })
})
