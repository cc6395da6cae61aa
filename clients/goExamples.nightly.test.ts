/** The Go code of the API reference: every call's example compiles against the client, formatted as gofmt does. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openapi } from '@keywright/contract/reference'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ApiDescription } from '../site/src/reference/description.ts'
import { requestExamples } from '../site/src/reference/examples.ts'
import { temporaryFolder } from '../tools/scripts/lib/temporaryFolder.ts'

const description = openapi() as unknown as ApiDescription
const client = fileURLToPath(new URL('go', import.meta.url))
const run = (command: string, ...args: string[]) => {
  const { stdout, stderr } = spawnSync(command, args, { cwd: folder, encoding: 'utf8' })
  return stdout + stderr
}

const folder = temporaryFolder('go-examples')
beforeAll(() => {
  const requirement = 'keywright.example/keywright v0.1.0'
  const replacement = `keywright.example/keywright => ${client}`
  writeFileSync(
    join(folder, 'go.mod'),
    `module examples\ngo 1.26\nrequire ${requirement}\nreplace ${replacement}\n`,
  )
  for (const [path, { post: operation }] of Object.entries(description.paths)) {
    const name = operation.operationId
    const body = operation.requestBody.content['application/json'].example
    const { kind } = operation['x-call']
    const { Go } = requestExamples({ path, name, body, kind, call: { operation, description } })
    mkdirSync(join(folder, name))
    writeFileSync(join(folder, name, 'main.go'), `${Go}\n`)
  }
})

describe.skipIf(spawnSync('go', ['version']).status !== 0)('the Go examples of the reference', () => {
  it('compile', () => {
    expect(run('go', 'vet', './...')).toBe('')
  })

  it('are formatted', () => {
    expect(run('gofmt', '-l', '.')).toBe('')
  })
})
