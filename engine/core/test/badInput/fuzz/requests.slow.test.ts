import { type ErrorBody, type ErrorEntry, errors, grpcStatus } from '@keywright/contract'
import { toUtf8 } from '@keywright/keys'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { createWorld, type World } from '../../callCoverage/world.ts'
import { apiKeyStamper } from '../../support/index.ts'
import { budget, changedMembers, changedTexts, corpusOf } from './changes.ts'

let world: World
/** Path and body of each corpus line; `$name` stands for an id in the world. */
let requests: { path: string; text: string }[]

beforeAll(async () => {
  world = await createWorld('fuzz')
  const names: Record<string, string> = {
    organization: world.organizationId,
    user: world.bob.userId,
    wallet: world.walletId,
    address: world.address,
    privateKey: world.privateKeyId,
    tag: world.userTagId,
    policy: world.policyId,
    now: String(world.engine.clock()),
  }
  requests = corpusOf('request').map((line) => {
    const [path, body] = line.split(' ', 2) as [string, string]
    const text = line.slice(path.length + 1).replace(/\$(\w+)/g, (all, name: string) => names[name] ?? all)
    return { path, text: body === undefined ? '' : text }
  })
})

/** Sends a request and returns its status: 200, or that of a catalog error. */
async function answerTo(path: string, text: string, headers: Record<string, string>): Promise<number> {
  const request = new Request(`http://localhost${path}`, { method: 'POST', body: text, headers })
  const response = await world.engine.handle(request)
  expect(world.engine.faults, `${path} ${text}`).toEqual([])
  if (response.status === 200) return 200
  const { code, details } = (await response.json()) as ErrorBody
  const detail = details[0] as { errorCode: keyof typeof errors }
  const entry: ErrorEntry = errors[detail.errorCode]
  expect([response.status, code]).toEqual([
    entry.http ?? grpcStatus[entry.grpc].http,
    grpcStatus[entry.grpc].code,
  ])
  expect(response.status).toBeLessThan(500)
  return response.status
}
const stamped = (text: string) => Object.fromEntries([apiKeyStamper(world.rootKey)(toUtf8(text))])

describe('requests', () => {
  it('from the corpus get a response, the first one 200', async () => {
    const statuses = []
    for (const { path, text } of requests) statuses.push(await answerTo(path, text, stamped(text)))
    expect(statuses[0]).toBe(200)
  })

  it('with changed and correctly stamped bodies succeed or get a catalog error', async () => {
    const inputs = fc.nat().chain((n) => {
      const { path, text } = requests[n % requests.length]!
      const isJson = text.startsWith('{') && text.endsWith('}')
      const changed = isJson ? fc.oneof(changedTexts([text]), changedMembers([text])) : changedTexts([text])
      return fc.tuple(fc.constant(path), changed)
    })
    const property = fc.asyncProperty(inputs, async ([path, text]) => {
      await answerTo(path, text, stamped(text))
    })
    await fc.assert(property, budget(1_500))
    expect(await world.engine.verifyJournal(world.organizationId)).toMatchObject({ ok: true })
  })

  it('with changed stamps are never accepted', async () => {
    const { path, text } = requests[0]!
    const good = stamped(text)['X-Stamp']!
    const printable = (header: string) => header.replace(/[^\x20-\x7e]/g, '~')
    const inputs = fc.tuple(
      fc.constantFrom('X-Stamp', 'X-Stamp-WebAuthn', 'X-Session', 'x-stamp', 'X-Client-Version'),
      fc.oneof(changedTexts([good, ...corpusOf('stampHeader')]), fc.string()).map(printable),
    )
    const property = fc.asyncProperty(inputs, async ([name, value]) => {
      const status = await answerTo(path, text, { [name]: value })
      // The last character of base64url may contain unused bits.
      if (value.trim().slice(0, -1) !== good.slice(0, -1)) expect(status).toBe(401)
    })
    await fc.assert(property, budget(1_500))
  })

  it('to changed paths get a response', async () => {
    const { text } = requests[0]!
    const inputs = fc.oneof(changedTexts(requests.map(({ path }) => path)), fc.webPath())
    const property = fc.asyncProperty(inputs, async (path) => {
      const url = URL.canParse(`http://localhost/${path}`) ? `/${path.replace(/^\/+/, '')}` : '/'
      await answerTo(url, text, stamped(text))
    })
    await fc.assert(property, budget(300))
  })
})
