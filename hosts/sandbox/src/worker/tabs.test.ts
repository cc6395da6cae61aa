import { afterEach, expect, it, vi } from 'vitest'
import { Tabs } from './tabs.ts'

afterEach(() => void vi.useRealTimers())

it('does not take over from an owner because of an aborted request', () => {
  vi.useFakeTimers()
  const request = vi.fn(
    async (_name: string, { ifAvailable }: LockOptions, granted: LockGrantedCallback<unknown>) =>
      ifAvailable ? granted(null) : new Promise(() => undefined),
  )
  const channel = { postMessage: () => undefined, close: () => undefined }
  const page = { own: vi.fn(), attach: vi.fn(), answer: vi.fn(), tell: vi.fn() }
  const openChannel = () => channel as unknown as BroadcastChannel
  const scope = { me: 'worker', openChannel, patienceMs: 1_000 }
  const tabs = new Tabs(page, scope, { request } as unknown as LockManager, 'sandbox')
  tabs.forward({ kind: 'reset', id: 1, snapshots: false })
  tabs.forward({ kind: 'reset', id: 2, snapshots: false })
  expect(tabs.forget(1)).toBe(true)
  expect(tabs.takeForwarded()).toMatchObject([{ id: 2 }])
  vi.advanceTimersByTime(1_000)
  expect(request.mock.calls.map(([, options]) => options)).toEqual([{ ifAvailable: true }, {}])
})
