/** What the reference waits for before it takes the place of its outline. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { prepare } from './island.tsx'

vi.mock('./Reference.tsx', () => ({ Reference: () => null }))

const INDEX = {
  groups: [{ title: 'Wallets', anchor: 'wallets', resources: [{ title: '', part: 'wallets', calls: [] }] }],
}
const host = { dataset: { src: '/there' }, querySelectorAll: () => [] } as unknown as HTMLElement

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('location', { hash: '' })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** @param part what comes of the calls that the address is about */
function answer(part: Promise<Response>) {
  vi.stubGlobal('fetch', (address: string) =>
    address.endsWith('index.json') ? Promise.resolve(Response.json(INDEX)) : part,
  )
}

it('a part of the calls that hangs keeps nobody from the list of them: its place says that it is loading', async () => {
  answer(new Promise(() => {}))
  const ready = vi.fn()
  const preparing = prepare(host).then(ready)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(ready).toHaveBeenCalledOnce()
  await preparing
})

it('the part that the address is about comes with the list where it is on its way, so that nothing moves', async () => {
  let arrive = (_: Response) => {}
  answer(
    new Promise((resolve) => {
      arrive = resolve
    }),
  )
  const preparing = prepare(host)
  await vi.advanceTimersByTimeAsync(500)
  arrive(Response.json({ paths: {} }))
  const { parts } = await preparing
  expect(parts.state('wallets')).toEqual({ paths: {} })
  expect(vi.getTimerCount()).toBe(0)
})
