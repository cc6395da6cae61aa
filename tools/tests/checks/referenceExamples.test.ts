/**
 * Runs every example of the API reference. The responses on the pages are recorded and checked by
 * `site/requests/reference.test.ts`.
 */
import { execFile, execFileSync } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { openapi } from '@keywright/contract/reference'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commands } from '../../../cli/src/commands.ts'
import type { ApiDescription } from '../../../site/src/reference/description.ts'
import { methodOf, requestExamples } from '../../../site/src/reference/examples.ts'

const { paths } = openapi() as unknown as ApiDescription
const operations = Object.entries(paths).map(([path, { post }]) => {
  const { operationId: name, requestBody } = post
  const body = requestBody.content['application/json'].example
  const { kind } = post['x-call']
  const { organizationId: _, ...filters } = body
  const input = kind === 'submit' ? body['parameters'] : filters
  return { path, name, body, input, examples: requestExamples({ path, name, body, kind }) }
})

const received: { path: string; stamp: string; text: string }[] = []
const server = createServer(async (request, response) => {
  let text = ''
  for await (const chunk of request) text += chunk
  received.push({ path: request.url!, stamp: String(request.headers['x-stamp']), text })
  response.end('{}')
})

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  process.env['KEYWRIGHT_BASE_URL'] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

const AsyncFunction = (async () => undefined).constructor as new (
  ...text: string[]
) => (...values: unknown[]) => Promise<unknown>

/** Splits a shell command into words with the shell itself. */
async function wordsOf(command: string): Promise<string[]> {
  const script = `npx() { shift; printf '%s\\0' "$@"; }\n${command}`
  const { stdout } = await promisify(execFile)('bash', ['-c', script])
  return stdout.split('\0').slice(0, -1)
}

describe.each(operations)('$path', ({ name, body, input, examples }) => {
  it('shows the body as JSON', () => {
    expect(JSON.parse(examples.JSON)).toEqual(body)
  })

  it("shows the client's method with the same members in TypeScript", async () => {
    const [, call] = examples.TypeScript.split(/\n(?=const answer)/)
    const seen: unknown[] = []
    const client = { [methodOf(name)]: async (...rest: unknown[]) => void seen.push(...rest) }
    await new AsyncFunction('client', call!)(client)
    expect(seen).toEqual(Object.keys(input as object).length === 0 ? [] : [input])
  })

  it('shows an existing CLI command with the same members', async () => {
    const words = await wordsOf(examples['Command line'])
    const known = commands.map((command) => command.name)
    expect(
      known.some((command) => command === words.join(' ') || words.join(' ').startsWith(`${command} `)),
    ).toBe(true)
    if (words[0] !== 'request') return
    expect(words[1]).toBe(name)
    expect(JSON.parse(words[2] ?? '{}')).toEqual(input)
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
    async ({ path, body, examples }) => {
      const env = { ...process.env, KEYWRIGHT_STAMP: 'stamp' }
      await promisify(execFile)('bash', ['-c', examples.curl], { env })
      expect(received.at(-1)).toMatchObject({ path, stamp: 'stamp' })
      expect(JSON.parse(received.at(-1)!.text)).toEqual(body)
    },
  )
})
