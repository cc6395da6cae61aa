import { afterEach, describe, expect, it, vi } from 'vitest'
import { createParts, fetchIndex } from './loadParts.ts'

const PART = { paths: {} }
const answers = (...all: (() => Response)[]) => {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address)
    return all[Math.min(asked.length, all.length) - 1]!()
  })
  return asked
}
const ok = () => Response.json(PART)
const busy = () => new Response('', { status: 503 })

afterEach(() => void vi.unstubAllGlobals())

describe('the parts of the description in a page', () => {
  it('are fetched once each, and told of', async () => {
    const asked = answers(ok)
    const parts = createParts('/there')
    const told = vi.fn()
    const leave = parts.subscribe(told)
    await Promise.all([parts.load('wallets'), parts.load('wallets')])
    expect(asked).toEqual(['/there/wallets.json'])
    expect(parts.state('wallets')).toEqual(PART)
    expect(parts.state('users')).toBeUndefined()
    expect(told).toHaveBeenCalledTimes(1)
    leave()
    await parts.load('users')
    expect(told).toHaveBeenCalledTimes(1)
  })

  it('that fail say so, and can be asked for again', async () => {
    const asked = answers(busy, ok)
    const parts = createParts('/there')
    await parts.load('wallets')
    expect(parts.state('wallets')).toEqual(new Error('/there/wallets.json answered 503'))
    const again = parts.load('wallets')
    expect(parts.state('wallets')).toBeUndefined()
    await again
    expect(parts.state('wallets')).toEqual(PART)
    expect(asked).toHaveLength(2)
  })

  it.each([
    ['a missing index', busy, '/there/index.json answered 503'],
    ['another file in its place', ok, '/there/index.json is another file than was asked for'],
  ])('%s is an error', async (_, answer, message) => {
    answers(answer)
    await expect(fetchIndex('/there')).rejects.toThrow(message)
  })
})
