/** Every example that the API reference shows is run here as it stands, against a real engine. */
import { execFile, execFileSync } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { openapi } from '@keywright/contract/reference'
import { createTestEngine } from '@keywright/engine/testing'
import { parseStampHeader, verifyStamp } from '@keywright/keys'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiDescription } from '../site/src/reference/description.ts'
import { requestExamples } from '../site/src/reference/examples.ts'
import { stampBody } from '../site/src/reference/stampBody.example.ts'

const { paths } = openapi() as unknown as ApiDescription
const operations = Object.entries(paths).map(([path, { post }]) => ({ path, operation: post }))
const engine = createTestEngine('reference examples')

let organizationId: string
const received: { path: string; stamp: string; text: string }[] = []
const server = createServer(async (request, response) => {
  let text = ''
  for await (const chunk of request) text += chunk
  const stamp = String(request.headers['x-stamp'])
  received.push({ path: request.url!, stamp, text })
  const answer = await engine.handle(
    new Request(`http://localhost${request.url}`, {
      method: 'POST',
      body: text,
      headers: { 'x-stamp': stamp },
    }),
  )
  response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
})

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const organization = await engine.organization()
  organizationId = organization.organizationId
  process.env['KEYWRIGHT_BASE_URL'] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  process.env['KEYWRIGHT_API_PUBLIC_KEY'] = organization.rootKey.publicKey
  process.env['KEYWRIGHT_API_PRIVATE_KEY'] = organization.rootKey.privateKey as string
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

const AsyncFunction = (async () => undefined).constructor as new (
  ...text: string[]
) => (...values: unknown[]) => Promise<unknown>

describe.each(operations)('$path', ({ path, operation }) => {
  const body = operation.requestBody.content['application/json'].example as Record<string, unknown>
  const examples = requestExamples({ path, body, kind: operation['x-call'].kind })

  it('shows a TypeScript example that posts the stamped body', async () => {
    await new AsyncFunction('stampBody', 'process', examples.TypeScript)(stampBody, process)
    const { path: asked, stamp, text } = received.at(-1)!
    expect(asked).toBe(path)
    const posted = JSON.parse(text) as Record<string, unknown>
    expect({ ...posted, timestampMs: undefined }).toEqual({ ...body, timestampMs: undefined })
    expect(await verifyStamp(parseStampHeader(stamp), new TextEncoder().encode(text))).toBe(true)
  })

  it('shows the same body as JSON', () => {
    expect(JSON.parse(examples.JSON)).toEqual(body)
  })
})

describe('the TypeScript example of whoami', () => {
  it('is answered by the engine', async () => {
    const { operation, path } = operations.find((one) => one.operation.operationId === 'whoami')!
    const text = requestExamples({
      path,
      body: { organizationId },
      kind: operation['x-call'].kind,
    }).TypeScript
    const answer = await new AsyncFunction('stampBody', 'process', `${text}\nreturn answer`)(
      stampBody,
      process,
    )
    expect(answer).toMatchObject({ organizationId, username: 'root' })
  })
})

function hasCurl(): boolean {
  try {
    execFileSync('curl', ['--version'])
    return true
  } catch {
    return false
  }
}

describe.skipIf(!hasCurl())('the curl examples', () => {
  it.each(operations.filter((_, index) => index % 9 === 0))(
    'post the same body: $path',
    async ({ path, operation }) => {
      const body = operation.requestBody.content['application/json'].example
      const { curl } = requestExamples({ path, body, kind: operation['x-call'].kind })
      const env = { ...process.env, KEYWRIGHT_STAMP: 'stamp' }
      await promisify(execFile)('bash', ['-c', curl], { env })
      expect(received.at(-1)).toMatchObject({ path, stamp: 'stamp' })
      expect(JSON.parse(received.at(-1)!.text)).toEqual(body)
    },
  )
})
