// @vitest-environment happy-dom
/** Every interactive element has a place, renders and can be reset. Presses their buttons against a sandbox in this process. */
import { readFileSync } from 'node:fs'
import { openapi } from '@keywright/contract/reference'
import { buttonNamed, click, fill, render, until } from '@keywright/ui/test'
import { afterEach, beforeAll, beforeEach, describe, expect, it, test, vi } from 'vitest'
import { SiteContext } from '../../shared/services.ts'
import { ElementTitle } from '../kit/ElementFrame.tsx'
import { openWorkbench } from '../kit/workbench.ts'
import { componentNameOf, interactiveElements } from './places.tsx'
import { elements } from './registry.ts'

vi.mock('../sandbox/pageSandbox.ts', () => import('../../../test/elements/inProcess.ts'))

const slot = { read: () => null, write: () => undefined }
const site = { storage: { kept: slot, tab: slot }, announce: vi.fn(), navigate: () => undefined }

let host: HTMLElement
let leave: (() => Promise<void>) | undefined
/** @param chosen the author's attributes */
async function open(id: string, chosen: Readonly<Record<string, string>> = {}): Promise<void> {
  const { default: Element } = await elements[id]!()
  const rendered = await render(
    <SiteContext value={site}>
      <ElementTitle value={componentNameOf(id)}>
        <Element chosen={chosen} />
      </ElementTitle>
    </SiteContext>,
  )
  host = rendered.host
  leave = rendered.leave
}

beforeEach(() => {
  site.announce.mockClear()
  // Elements may fetch only the API description.
  vi.stubGlobal('fetch', async () => Response.json(openapi()))
})
afterEach(async () => {
  await leave?.()
  leave = undefined
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

test('every element has a place and a module', () => {
  expect(Object.keys(interactiveElements).sort()).toEqual(Object.keys(elements).map(componentNameOf).sort())
})

describe.each(Object.keys(elements))('%s', (id) => {
  const name = componentNameOf(id)

  it('renders and returns to its initial state on reset', async () => {
    await open(id)
    const section = host.querySelector('section.element')!
    expect(section.getAttribute('aria-labelledby')).toBe(section.querySelector('.element-title')!.id)
    await click(buttonNamed('Reset')!)
    expect(site.announce).toHaveBeenCalledWith(`${name} reset.`)
  })

  it('has a text for readers without scripts', async () => {
    const { component: Place } = interactiveElements[name]!
    const rendered = await render(<Place />)
    leave = rendered.leave
    expect(rendered.host.textContent!.length).toBeGreaterThan(120)
  })

  it('is on the demo page for authors', () => {
    expect(readFileSync('site/content/markdown-page.mdx', 'utf8')).toContain(`<${name}`)
  })
})

describe('passkey-demo', () => {
  const pressing = async (name: string) => click(await until(() => buttonNamed(name)))
  const shows = (words: string) => until(() => host.textContent!.includes(words))

  // Load the engine once, outside the tests' time limit.
  beforeAll(async () => void (await openWorkbench()))

  it('creates a passkey and signs a request with it', async () => {
    await open('passkey-demo')
    await pressing('Create a passkey')
    await shows('Registered.')
    await pressing('Sign a request')
    await shows('the engine identified the signer as Alice.')
    await shows('webauthn.get')
    await fill('residentKey', 'discouraged')
    await pressing('Create a passkey')
    await pressing('Sign a request')
    await shows('No signature:')
  })

  it('reports a browser without passkeys', async () => {
    await open('passkey-demo', { compact: 'true' })
    await fill('Authenticator', 'own')
    await pressing('Create a passkey')
    await shows('passkeys are not available in this browser or on this page')
  })
})
