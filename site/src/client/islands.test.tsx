// @vitest-environment happy-dom
import { useEffect, useState } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ErrorBoxTemplate } from '../shell/ErrorBox.tsx'
import { ISLAND_OPEN, type IslandProps } from '../shell/island.ts'
import { type SiteServices, useSite } from '../shell/services.ts'
import { islandsOfPage } from './islands.ts'
import { createReloads } from './reloads.ts'

const slot = { read: () => null, write: () => {} }
const services: SiteServices = { storage: { kept: slot, tab: slot }, announce: vi.fn(), navigate: vi.fn() }
const template = renderToStaticMarkup(<ErrorBoxTemplate />)
const left = vi.fn()

function Counter({ host, data }: IslandProps<string | undefined>) {
  const [opened, setOpened] = useState('')
  const { announce } = useSite()
  useEffect(() => {
    const open = (event: Event) => setOpened((event as CustomEvent).detail.opener.textContent)
    host.addEventListener(ISLAND_OPEN, open)
    announce('mounted')
    return () => {
      host.removeEventListener(ISLAND_OPEN, open)
      left()
    }
  }, [host, announce])
  return (
    <button type="button">
      {host.dataset.text} {data} {opened}
    </button>
  )
}

let isBroken = false

function Fragile() {
  if (isBroken) throw new Error('a slip')
  return <p>Sound</p>
}

const counter = { default: Counter }
const load = vi.fn(async () => counter)
const prepare = vi.fn(async () => 'prepared')
let stop: AbortController

function show(html: string) {
  document.body.innerHTML = `<main id="main">${html}</main>${template}`
  const { content } = islandsOfPage(
    { ...services, document, reloads: createReloads(slot) },
    {
      intent: { on: 'intent', label: 'The counter', load },
      click: { on: 'click', label: 'The counter', load },
      prepared: { on: 'intent', label: 'The counter', load: async () => ({ ...counter, prepare }) },
      fragile: { on: 'click', label: 'The counter', load: async () => ({ default: Fragile }) },
      failing: {
        on: 'click',
        label: 'The counter',
        load: async () => {
          throw new TypeError('Failed to fetch')
        },
      },
      crashing: {
        on: 'intent',
        label: 'The counter',
        load: async () => ({
          default: () => {
            throw new Error('a slip', { cause: new Error('its cause') })
          },
        }),
      },
    },
    stop.signal,
  )
  const refresh = () => content?.(undefined)
  refresh()
  return refresh
}

const host = () => document.querySelector<HTMLElement>('[data-island]')!
const point = () => host().dispatchEvent(new Event('pointerover', { bubbles: true }))
/** Chunks are loaded for real: a busy machine takes its time. */
const until = (holds: () => void) => vi.waitFor(holds, { timeout: 20_000 })

beforeEach(() => {
  stop = new AbortController()
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  stop.abort()
  vi.restoreAllMocks()
  vi.clearAllMocks()
})

describe('an island', () => {
  it('is loaded at the first intent, and stands in the place of its fallback', async () => {
    show('<div data-island="intent" data-text="x">words</div>')
    expect(load).not.toHaveBeenCalled()
    point()
    await until(() => expect(host().dataset.islandState).toBe('ready'))
    expect(host().textContent).toContain('x')
    expect(host().textContent).not.toContain('words')
    expect(services.announce).toHaveBeenCalledWith('mounted')
    point()
    expect(load).toHaveBeenCalledOnce()
  })

  it('that waits for a click is fetched at the first intent and comes with the click', async () => {
    show('<div data-island="click"><button data-opens="click">Run</button></div>')
    document.querySelector('button')!.dispatchEvent(new Event('pointerover', { bubbles: true }))
    expect(load).toHaveBeenCalledOnce()
    expect(host().dataset.islandState).toBe('waiting')
    document.querySelector('button')!.click()
    await until(() => expect(host().textContent).toMatch(/ Run$/))
  })

  it('is opened by a control elsewhere, as often as it is asked', async () => {
    show(
      '<div data-island="click"></div><a data-opens="click" href="#a">first</a><b data-opens="click">second</b>',
    )
    document.querySelector('a')!.click()
    await until(() => expect(host().textContent).toMatch(/first$/))
    document.querySelector('b')!.click()
    await until(() => expect(host().textContent).toMatch(/second$/))
  })

  it('starts with what it prepared', async () => {
    show('<div data-island="prepared">words</div>')
    point()
    await until(() => expect(host().textContent).toContain('prepared'))
  })

  it('that cannot prepare leaves its fallback readable and can be tried again', async () => {
    prepare.mockRejectedValueOnce(new Error('the reason'))
    show('<div data-island="prepared">words</div>')
    point()
    await until(() => expect(document.querySelector('[role=alert]')?.textContent).toContain('the reason'))
    expect(document.querySelector('[role=alert]')?.textContent).toContain('The counter could not be loaded')
    expect(host().textContent).toBe('words')
    document.querySelector<HTMLElement>('[role=alert] button')!.click()
    await until(() => expect(host().textContent).toContain('prepared'))
    expect(document.querySelector('[role=alert]')).toBeNull()
  })

  it('that crashes says so in its place', async () => {
    show('<div data-island="crashing">words</div>')
    point()
    await until(() => expect(host().textContent).toContain('This page crashed.'))
    expect(host().textContent).toContain('its cause')
  })

  it('that crashed comes anew when it is asked for again', async () => {
    show('<div data-island="fragile">words</div><button data-opens="fragile">Open</button>')
    const open = () => document.querySelector<HTMLElement>('button[data-opens]')!.click()
    isBroken = true
    open()
    await until(() => expect(host().textContent).toContain('This page crashed.'))
    open()
    await until(() => expect(host().textContent).toContain('This page crashed.'))
    isBroken = false
    open()
    await until(() => expect(host().textContent).toBe('Sound'))
  })

  it('that cannot be loaded says so once, where a reader who waits for it is', async () => {
    const refresh = show('<p>text</p><button data-opens="failing">Open</button>')
    document.body.insertAdjacentHTML('beforeend', '<div data-island="failing"></div>')
    refresh()
    const seen = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => {})
    const boxes = () => document.querySelectorAll('[role=alert]')
    for (const times of [1, 2, 3]) {
      document.querySelector<HTMLElement>('[data-opens]')!.click()
      await until(() => expect(seen).toHaveBeenCalledTimes(times))
      expect(boxes()).toHaveLength(1)
      expect(document.getElementById('main')!.contains(boxes()[0]!)).toBe(true)
      expect(document.activeElement?.textContent).toBe('Retry')
    }
  })

  it('is left when its page is gone, and not before', async () => {
    const refresh = show('<div data-island="intent">words</div>')
    point()
    await until(() => expect(host().dataset.islandState).toBe('ready'))
    left.mockClear()
    refresh()
    expect(left).not.toHaveBeenCalled()
    document.getElementById('main')!.innerHTML = ''
    refresh()
    await until(() => expect(left).toHaveBeenCalledOnce())
  })

  it('keeps the focus of a reader who was in its fallback', async () => {
    show('<div data-island="intent"><input></div>')
    document.querySelector('input')!.focus()
    await until(() => expect(host().dataset.islandState).toBe('ready'))
    expect(document.activeElement).toBe(host().querySelector('button'))
  })

  it('of an unknown name is reported', () => {
    show('<div data-island="nope">words</div>')
    expect(console.error).toHaveBeenCalledWith('unknown island `nope`')
  })
})
