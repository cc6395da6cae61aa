// @vitest-environment happy-dom
import { causeMessages } from '@keywright/ui/boundary'
import { act } from '@keywright/ui/test'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, it, vi } from 'vitest'
import { CrashBoundary } from './CrashBoundary.tsx'

afterEach(() => vi.restoreAllMocks())

let broken = false

function Fragile() {
  if (broken) throw new Error('outer', { cause: new Error('inner') })
  return <p>Well</p>
}

it('lists the messages of an error and its causes, outermost first', () => {
  const error = new Error('outer', { cause: new Error('middle', { cause: 'inner' }) })
  expect(causeMessages(error)).toEqual(['outer', 'middle', 'inner'])
})

it('stops at circular causes', () => {
  const error = new Error('a')
  error.cause = new Error('b', { cause: error })
  expect(causeMessages(error)).toEqual(['a', 'b'])
})

it('shows the error and renders again on "Try again"', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  broken = true
  const host = document.createElement('div')
  await act(async () =>
    createRoot(host).render(
      <CrashBoundary>
        <Fragile />
      </CrashBoundary>,
    ),
  )
  expect(host.querySelector('[role=alert] h2')?.textContent).toBe('This page crashed.')
  expect(host.querySelector('pre')?.textContent).toBe('outer\n\nCause:\ninner')
  broken = false
  await act(async () => host.querySelector('button')!.click())
  expect(host.textContent).toBe('Well')
})
