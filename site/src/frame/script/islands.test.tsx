// @vitest-environment happy-dom
import { render } from '@keywright/ui/test'
import { useEffect, useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ErrorBoxTemplate } from '../../shared/ErrorBox.tsx'
import { ISLAND_OPEN, type IslandProps } from '../../shared/island.ts'
import { type SiteServices, type StorageSlot, useSite } from '../../shared/services.ts'
import { askAgain } from './askAgain.ts'
import { islandsOfPage } from './islands.ts'
import { createReloads } from './reloads.ts'

const slot = { read: () => null, write: () => {} }
const services: SiteServices = { storage: { kept: slot, tab: slot }, announce: vi.fn(), navigate: vi.fn() }
const template = (await render(<ErrorBoxTemplate />)).host.innerHTML
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

function show(html: string, tab: StorageSlot = slot) {
  document.body.innerHTML = `<main id="main">${html}</main>${template}`
  const { content } = islandsOfPage(
    { ...services, document, reloads: createReloads(tab) },
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

/** Opens an island whose loading the test completes or fails. */
async function asked() {
  const refresh = show('<b data-opens="click">Open</b><div data-island="click">words</div>')
  let settle: { arrive: (module: typeof counter) => void; fail: (error: Error) => void }
  load.mockImplementationOnce(
    () =>
      new Promise((arrive, fail) => {
        settle = { arrive, fail }
      }),
  )
  document.querySelector<HTMLElement>('[data-opens]')!.click()
  await until(() => expect(load).toHaveBeenCalledOnce())
  return { refresh, ...settle! }
}

const host = () => document.querySelector<HTMLElement>('[data-island]')!
const point = () => host().dispatchEvent(new Event('pointerover', { bubbles: true }))
/** Chunks really load, which takes time on a busy machine. */
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
  it('loads on first intent and replaces its fallback', async () => {
    show('<div data-island="intent" data-text="x">words</div>')
    expect(load).not.toHaveBeenCalled()
    point()
    await until(() => expect(host().dataset.islandState).toBe('ready'))
    expect(host().textContent).toContain('x')
    expect(host().textContent).not.toContain('words')
    // Browsers leave its text alone, which React would fail to remove.
    expect(host().getAttribute('translate')).toBe('no')
    expect(services.announce).toHaveBeenCalledWith('mounted')
    point()
    expect(load).toHaveBeenCalledOnce()
  })

  it('that waits for a click is fetched on first intent and mounts on the click', async () => {
    show('<div data-island="click"><button data-opens="click">Run</button></div>')
    document.querySelector('button')!.dispatchEvent(new Event('pointerover', { bubbles: true }))
    expect(load).toHaveBeenCalledOnce()
    expect(host().dataset.islandState).toBe('waiting')
    document.querySelector('button')!.click()
    await until(() => expect(host().textContent).toMatch(/ Run$/))
  })

  it('opens on each click of a control elsewhere', async () => {
    show(
      '<div data-island="click"></div><a data-opens="click" href="#a">first</a><b data-opens="click">second</b>',
    )
    document.querySelector('a')!.click()
    await until(() => expect(host().textContent).toMatch(/first$/))
    document.querySelector('b')!.click()
    await until(() => expect(host().textContent).toMatch(/second$/))
  })

  it('mounts with its prepared data', async () => {
    show('<div data-island="prepared">words</div>')
    point()
    await until(() => expect(host().textContent).toContain('prepared'))
  })

  it('that can’t prepare keeps its fallback readable and can be retried', async () => {
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

  it('that crashes shows a notice in its place', async () => {
    show('<div data-island="crashing">words</div>')
    point()
    await until(() => expect(host().textContent).toContain('This page crashed.'))
    expect(host().textContent).toContain('its cause')
  })

  it('that crashed is rendered again when the reader opens it again', async () => {
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

  it('that can’t load shows one notice where the reader waits for it', async () => {
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

  it('unmounts when its page is gone, and not before', async () => {
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

  it('keeps the focus if it was in the fallback', async () => {
    show('<div data-island="intent"><input></div>')
    document.querySelector('input')!.focus()
    await until(() => expect(host().dataset.islandState).toBe('ready'))
    expect(document.activeElement).toBe(host().querySelector('button'))
  })

  it.each<readonly [string, (refresh: () => void) => void]>([
    [
      'presses Escape',
      () => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })),
    ],
    ['goes to another page', (refresh) => refresh()],
  ])('that waits for a click does not mount if the reader %s first', async (_, leave) => {
    const { refresh, arrive } = await asked()
    leave(refresh)
    arrive(counter)
    await until(() => expect(host().dataset.islandState).toBe('waiting'))
    expect(host().textContent).toBe('words')
    document.querySelector<HTMLElement>('[data-opens]')!.click()
    await until(() => expect(host().textContent).toMatch(/Open$/))
  })

  it('that can’t load offers Retry even if the reader pressed Escape', async () => {
    const { fail } = await asked()
    fail(new TypeError('Failed to fetch'))
    await until(() => expect(document.activeElement?.textContent).toBe('Retry'))
    document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
    document.querySelector<HTMLElement>('[role=alert] button')!.click()
    await until(() => expect(host().textContent).toMatch(/Open$/))
  })

  it('that can’t load shows no notice if the reader left the page', async () => {
    const { refresh, fail } = await asked()
    refresh()
    fail(new TypeError('Failed to fetch'))
    await until(() => expect(host().dataset.islandState).toBe('waiting'))
    expect(document.querySelector('[role=alert]')).toBeNull()
  })

  it('that a site update removed is opened again after the reload', async () => {
    const page = '<b data-opens="failing">Open</b><div data-island="failing">words</div>'
    const stored = new Map<string, string>()
    const tab = {
      read: (key: string) => stored.get(key) ?? null,
      write: (key: string, value: string | null) =>
        void (value === null ? stored.delete(key) : stored.set(key, value)),
    }
    const reload = vi.spyOn(location, 'reload').mockImplementation(() => {})
    show(page + page, tab)
    document.querySelectorAll<HTMLElement>('[data-opens]')[1]!.click()
    await until(() => expect(reload).toHaveBeenCalledOnce())
    const pressed = vi.fn()
    document.addEventListener('click', pressed, { signal: stop.signal })
    show(page + page, tab)
    askAgain(document, { kept: slot, tab })
    askAgain(document, { kept: slot, tab })
    expect(pressed).toHaveBeenCalledOnce()
    expect(pressed.mock.calls[0]![0].target).toBe(document.querySelectorAll('[data-opens]')[1])
  })

  it('with an unknown name is reported', () => {
    show('<div data-island="nope">words</div>')
    expect(console.error).toHaveBeenCalledWith('unknown island `nope`')
  })
})
