// @vitest-environment happy-dom
import { act, click, render } from '@keywright/ui/test'
import { afterEach, expect, it, vi } from 'vitest'
import { lazyPart } from './lazyPart.tsx'

afterEach(() => vi.restoreAllMocks())

function createPart() {
  const network = { works: false }
  const load = vi.fn(async () => {
    if (!network.works) throw new TypeError('Failed to fetch')
    return { default: () => <input /> }
  })
  return { network, load, Part: lazyPart('The editor', load) }
}

const box = (host: HTMLElement) => host.querySelector('[role=alert]')
const retry = (host: HTMLElement) => click(box(host)!.querySelector('button')!)

it('loads its code once, and again on each Retry, and never reloads the page', async () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {})
  const { network, load, Part } = createPart()
  const first = await render(<Part fallback={<p>Code</p>} />)
  expect(box(first.host)!.textContent).toContain('The editor could not be loaded')
  expect(box(first.host)!.querySelector('pre')!.textContent).toMatch(/network connection\.\nFailed to fetch$/)
  expect(first.host.querySelector('p')!.textContent).toBe('Code')
  expect(load).toHaveBeenCalledTimes(1)
  await retry(first.host)
  expect(box(first.host)!.textContent).toMatch(/Failed to fetch\s+If this keeps failing, reload the page/)
  network.works = true
  await retry(first.host)
  expect(box(first.host)).toBeNull()
  expect(first.host.querySelector('input')).not.toBeNull()
  const second = await render(<Part />)
  expect(second.host.querySelector('input')).not.toBeNull()
  expect(load).toHaveBeenCalledTimes(3)
  expect(reload).not.toHaveBeenCalled()
})

it('leaves what is around it, and the same part in another place, as they are', async () => {
  const { network, Part } = createPart()
  const { host } = await render(
    <>
      <textarea />
      <Part />
      <Part />
    </>,
  )
  const typed = host.querySelector('textarea')!
  typed.value = 'a policy'
  network.works = true
  await retry(host)
  const field = host.querySelector('input')!
  await retry(host)
  expect(host.querySelectorAll('input')).toHaveLength(2)
  expect(host.querySelector('input')).toBe(field)
  expect(host.querySelector('textarea')).toBe(typed)
  expect(typed.value).toBe('a policy')
})

it('that was removed while it loaded, is shown the next time', async () => {
  const { network, Part } = createPart()
  network.works = true
  await act(async () => {
    const { leave } = await render(<Part loading="…" />)
    await leave()
  })
  const { host } = await render(<Part loading="…" />)
  expect(host.querySelector('input')).not.toBeNull()
})
