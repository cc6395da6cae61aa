// @vitest-environment happy-dom
import { act } from '@keywright/ui/test'
import { Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, it, vi } from 'vitest'
import { CrashBoundary } from './CrashBoundary.tsx'
import { lazyPart } from './lazyPart.tsx'

afterEach(() => vi.restoreAllMocks())

it('loads the code once, and after a failure again on "Try again"', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {})
  let network = false
  const load = vi.fn(async () => {
    if (!network) throw new TypeError('Failed to fetch')
    return { default: ({ text }: { text: string }) => <p>{text}</p> }
  })
  const Part = lazyPart(load)
  const host = document.createElement('div')
  const render = () =>
    act(async () =>
      root.render(
        <CrashBoundary>
          <Suspense fallback="…">
            <Part text="Well" />
          </Suspense>
        </CrashBoundary>,
      ),
    )
  const root = createRoot(host)
  await render()
  expect(host.querySelector('pre')?.textContent).toBe('Failed to fetch')
  expect(load).toHaveBeenCalledTimes(1)
  await act(async () => host.querySelector('button')!.click())
  expect(host.querySelector('pre')?.textContent).toBe('Failed to fetch')
  expect(reload).not.toHaveBeenCalled()
  network = true
  await act(async () => host.querySelector('button')!.click())
  expect(host.textContent).toBe('Well')
  // In case that the browser didn't request it again.
  expect(reload).toHaveBeenCalledTimes(1)
  await render()
  expect(load).toHaveBeenCalledTimes(3)
})

it('that works stays as it is when another place loads it again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  let network = false
  const Part = lazyPart(async () => {
    if (!network) throw new TypeError('Failed to fetch')
    return { default: () => <input /> }
  })
  const host = document.createElement('div')
  const root = createRoot(host)
  const render = () =>
    act(async () =>
      root.render(
        ['first', 'second'].map((place) => (
          <CrashBoundary key={place}>
            <Suspense fallback="…">
              <Part />
            </Suspense>
          </CrashBoundary>
        )),
      ),
    )
  await render()
  network = true
  await act(async () => host.querySelector('button')!.click())
  const field = host.querySelector('input')!
  await act(async () => host.querySelector('button')!.click())
  await render()
  expect(host.querySelectorAll('input')).toHaveLength(2)
  expect(host.querySelector('input')).toBe(field)
})
