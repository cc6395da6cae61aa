/**
 * Beneath every request of a page stands what the engine answers to it. After a change that is meant, record again:
 * `KEYWRIGHT_RECORD=1 npx vitest run site/requests/requests.slow.test.ts`.
 */
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import answers from './answers.json' with { type: 'json' }
import { keyOf, readPageRequests } from './pageRequests.ts'
import { recordPageRequest } from './testing/record.ts'

const FILE = fileURLToPath(new URL('answers.json', import.meta.url))
const requests = readPageRequests()

it.runIf(process.env['KEYWRIGHT_RECORD'])(
  'records',
  async () => {
    const recorded: [string, unknown][] = []
    for (const request of requests) {
      try {
        recorded.push([keyOf(request.call, request.body), await recordPageRequest(request)])
      } catch (error) {
        throw new Error(`${request.file}: ${request.call}`, { cause: error })
      }
    }
    writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(recorded), null, 2)}\n`)
  },
  900_000,
)

it.skipIf(process.env['KEYWRIGHT_RECORD']).each(requests)('$file: $call', async (request) => {
  const kept = (answers as Record<string, unknown>)[keyOf(request.call, request.body)]
  expect(kept).toEqual(await recordPageRequest(request))
})

it.skipIf(process.env['KEYWRIGHT_RECORD'])('are those of requests that pages show', () => {
  const shown = requests.map(({ call, body }) => keyOf(call, body))
  expect(new Set(Object.keys(answers))).toEqual(new Set(shown))
})
