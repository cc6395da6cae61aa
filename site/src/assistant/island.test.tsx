// @vitest-environment happy-dom
/** The panel, with the embedded assistant over a few pages. */
import { createRetriever, filesOf } from '@keywright/search'
import { section } from '@keywright/search/testing'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ISLAND_OPEN } from '../shell/island.ts'
import { SiteContext } from '../shell/services.ts'
import { createEmbeddedAssistant } from './embedded.ts'
import AssistantIsland from './island.tsx'
import type { AssistantProvider } from './provider.ts'
import { examplesFor } from './RunnableExamples.tsx'

const provider = vi.hoisted(() => ({ current: undefined as AssistantProvider | undefined }))
vi.mock('./openAssistant.ts', () => ({ openAssistant: () => provider.current! }))
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const pages = [
  section(
    '/sessions',
    'Sessions',
    'Read-only session',
    'A read-only session lasts for 1 hour.',
    'It only reads.',
  ),
  section('/wallets', 'Wallets', '', 'A wallet holds a phrase.', 'walletName · string · Name of the wallet.'),
  section('/quorum', 'Root quorum', 'Change it', 'Change the root quorum with update_root_quorum.'),
]

let root: Root
let host: HTMLElement
const announce = vi.fn()

beforeEach(async () => {
  provider.current = createEmbeddedAssistant(createRetriever(filesOf(pages)))
  vi.stubGlobal('fetch', async () => new Response('[]'))
  announce.mockClear()
  host = document.body.appendChild(document.createElement('div'))
  root = createRoot(host)
  const services = { storage: {} as never, announce, navigate: () => {} }
  await act(async () =>
    root.render(
      <SiteContext value={services}>
        <AssistantIsland host={host} data={undefined} />
      </SiteContext>,
    ),
  )
})
afterEach(async () => {
  await act(async () => root.unmount())
  host.remove()
  vi.unstubAllGlobals()
})

const button = (label: string) =>
  [...host.querySelectorAll('button')].filter(({ textContent }) => textContent === label).at(-1)!
const click = (label: string) => act(async () => button(label).click())
async function ask(question: string): Promise<string> {
  const field = host.querySelector('textarea')!
  await act(async () => {
    const { set } = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')!
    set!.call(field, question)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await click('Ask')
  await act(async () => {
    await vi.waitFor(() => expect(host.querySelector('[aria-busy="true"]')).toBeNull(), { timeout: 20_000 })
  })
  return [...host.querySelectorAll('.assistant-answer')].at(-1)!.textContent
}

describe('the assistant', () => {
  it('quotes, links, and says the answer aloud', async () => {
    expect(await ask('How long does a read-only session last?')).toContain('1 hour')
    expect(host.querySelector('figcaption a')!.getAttribute('href')).toBe('/sessions#read-only-session')
    expect(announce).toHaveBeenLastCalledWith(expect.stringContaining('1 hour'))
  })

  it('follows up', async () => {
    await ask('What is the root quorum?')
    expect(await ask('How do I change it?')).toContain('update_root_quorum')
  })

  it('says that it does not know, and names what nobody wrote', async () => {
    expect(await ask('Do you support Monero?')).toMatch(/I do not know: no page mentions “monero”/)
    expect(await ask('what is walletNme')).toMatch(/I do not know.*Did you mean walletname/)
  })

  it('says that it is not sure, and quotes what comes nearest as no answer', async () => {
    const said = await ask('Which phrase does a wallet hold on a submarine?')
    expect(said).toMatch(/^I am not sure that the pages answer this: none mentions “submarine”\. The nearest/)
    expect(host.querySelector('[data-sure="false"] blockquote')!.textContent).toContain('A wallet holds')
    expect(button('Run an example of what is cited')).toBeUndefined()
    expect(announce).toHaveBeenLastCalledWith(expect.stringMatching(/I am not sure.*A wallet holds/))
  })

  it('says why it failed, and tries again', async () => {
    const { current } = provider
    const failing = vi.spyOn(current!, 'ask').mockImplementationOnce(() => {
      throw new Error('offline')
    })
    expect(await ask('wallet phrase')).toContain('No answer: offline')
    await click('Retry')
    await act(async () => {
      await vi.waitFor(() => expect(host.textContent).toContain('A wallet holds a phrase'), {
        timeout: 20_000,
      })
    })
    failing.mockRestore()
  })

  it('keeps the conversation while it is closed, and forgets it when asked to', async () => {
    await ask('wallet phrase')
    await click('Close')
    expect(host.querySelector('section')!.hidden).toBe(true)
    const opener = document.body
    await act(async () => host.dispatchEvent(new CustomEvent(ISLAND_OPEN, { detail: { opener } })))
    expect(host.querySelector('section')!.hidden).toBe(false)
    expect(host.querySelectorAll('.assistant-question')).toHaveLength(1)
    await click('Start over')
    expect(host.querySelectorAll('.assistant-question')).toHaveLength(0)
  })
})

it('offers the examples of the cited page that a browser runs, the likest first', () => {
  const entry = (id: string, title: string, pages: string[], runsIn: 'page' | 'node' = 'page') => ({
    id,
    file: `${id}.ts`,
    title,
    about: '',
    result: '',
    imports: [],
    pages,
    runsIn,
  })
  const all = [
    entry('a', 'Make a wallet', ['/wallets']),
    entry('b', 'Sign with a wallet', ['/wallets']),
    entry('c', 'Sign in Node', ['/wallets'], 'node'),
    entry('d', 'Sign elsewhere', ['/other']),
  ]
  expect(examplesFor(all, '/wallets', 'How do I sign?').map(({ id }) => id)).toEqual(['b', 'a'])
})
