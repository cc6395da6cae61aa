import { openapi } from '@keywright/contract/reference'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { descriptionFile, isDescription } from './loadDescription.ts'

const description = JSON.parse(JSON.stringify(openapi()))
const ADDRESS = '/openapi.json'

afterEach(() => void vi.unstubAllGlobals())

/** Returns the responses in order and then repeats the last one. */
function answer(...responses: (() => Response)[]): string[] {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address)
    return responses[Math.min(asked.length, responses.length) - 1]!()
  })
  return asked
}

const settled = (file: ReturnType<typeof descriptionFile>) =>
  vi.waitUntil(() => file.state().kind === 'ready' || file.state().kind === 'failed')

describe('the description file', () => {
  it('is fetched once, on demand', async () => {
    const asked = answer(() => Response.json(description))
    const file = descriptionFile(ADDRESS)
    expect([file.state().kind, asked]).toEqual(['unasked', []])
    file.load()
    file.load()
    await settled(file)
    file.load()
    expect(asked).toEqual([ADDRESS])
    expect(file.state()).toMatchObject({ kind: 'ready', description: { openapi: description.openapi } })
  })

  it.each([
    ['a missing file', () => new Response('', { status: 503 }), /returned 503/],
    ['HTML instead of JSON', () => new Response('<!doctype html><p>Sign in'), /is not JSON/],
    ['truncated JSON', () => new Response(JSON.stringify(description).slice(0, 5000)), /is not JSON/],
    ['an empty object', () => Response.json({}), /isn’t an API description/],
    ['null', () => Response.json(null), /isn’t an API description/],
    ['missing paths', () => Response.json({ ...description, paths: undefined }), /isn’t an API description/],
  ])('reports %s and can be fetched again', async (_, broken, message) => {
    answer(broken, () => Response.json(description))
    const file = descriptionFile(ADDRESS)
    file.load()
    await settled(file)
    expect(file.state()).toMatchObject({
      kind: 'failed',
      error: expect.objectContaining({ message: expect.stringMatching(message) }),
    })
    file.load()
    await settled(file)
    expect(file.state().kind).toBe('ready')
  })
})

describe('isDescription', () => {
  it('accepts the description of the contract', () => {
    expect(isDescription(description)).toBe(true)
  })

  const READ = [
    'paths',
    'components',
    'tags',
    'security',
    'x-errors',
    'x-errors-of-every-call',
    'x-errors-of-every-submit',
    'x-errors-of-policies',
    'x-activities-without-path',
  ]
  it.each(READ.flatMap((name) => [null, 7, 'text', [null], { a: null }].map((wrong) => [name, wrong])))(
    'rejects a description whose %s is %j',
    (name, wrong) => {
      expect(isDescription({ ...description, [name as string]: wrong })).toBe(false)
    },
  )

  it.each(['operationId', 'summary', 'tags', 'requestBody', 'responses', 'x-call', 'x-answer'])(
    'rejects a call without %s',
    (member) => {
      const copy = structuredClone(description)
      delete copy.paths['/public/v1/submit/create_wallet'].post[member]
      expect(isDescription(copy)).toBe(false)
    },
  )

  it('rejects a call whose schema is missing', () => {
    const copy = structuredClone(description)
    delete copy.components.schemas.CreateWalletIntent
    expect(isDescription(copy)).toBe(false)
  })
})
