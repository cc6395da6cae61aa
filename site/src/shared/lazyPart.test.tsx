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
  network = true
  await act(async () => host.querySelector('button')!.click())
  expect(host.textContent).toBe('Well')
  await render()
  expect(load).toHaveBeenCalledTimes(3)
})
