/** `keywright conformance`: what it says of adapters that are none, and the score of one that is. */
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { createTestHost } from '../../test/testHost.ts'

const adapter = fileURLToPath(new URL('../../../conformance/src/clients/typescript.main.ts', import.meta.url))
const node = process.execPath
const program = (code: string) => ['--', node, '-e', code]

describe('conformance', () => {
  it('scores a client by the checks that are asked for', async () => {
    const run = await createTestHost().run(
      ...[
        'conformance',
        '--only',
        'stamp-p256',
        '--only',
        'retry-reset',
        '--',
        node,
        '--import',
        'tsx',
        adapter,
      ],
    )
    expect(run).toMatchObject({ exitCode: 0, err: '' })
    expect(run.out).toMatch(/^pass {2}stamp-p256 .*\n/m)
    expect(run.out).toMatch(/Keywright for TypeScript 0\.1\.0: 2 of 2\n$/)
  })

  it('is refused (1) with what was found when a check fails, one document with --json', async () => {
    const liar = `require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
      const { id, do: verb } = JSON.parse(line)
      const result = verb === 'hello' ? { name: 'liar' } : { organizationId: 'a', userId: 'b', username: 'c' }
      console.log(JSON.stringify({ id, result }))
    })`
    const run = await createTestHost().run('conformance', '--json', '--only', 'stamp-p256', ...program(liar))
    expect(run.exitCode).toBe(1)
    expect(run.json()).toMatchObject({
      client: { name: 'liar' },
      passed: 0,
      failed: 1,
      checks: [{ id: 'stamp-p256', outcome: 'fail', found: 'nothing was posted' }],
    })
  })

  it('names all checks, and those of a group', async () => {
    const all = (await createTestHost().run('conformance', '--list', '--json')).json<{ id: string }[]>()
    const some = (await createTestHost().run('conformance', '--list', '--only', 'retries')).out
    expect(all.length).toBeGreaterThan(60)
    expect(
      some
        .split('\n')
        .filter(Boolean)
        .every((line) => line.startsWith('retries')),
    ).toBe(true)
  })

  it.each([
    ['no program', [], /PROGRAM is missing/],
    ['a program that is not there', ['--', 'no-such-program'], /cannot be started: there is no such program/],
    ['one that ends', program('process.exit(0)'), /ended with exit code 0 before it answered/],
    [
      'one that prints something else',
      program("console.log('hi'); process.stdin.resume()"),
      /the adapter wrote `hi`/,
    ],
    ['a check that is none', ['--only', 'nothing'], /there is no check `nothing`/],
  ])('is a wrong command line (2) with %s', async (_, words, message) => {
    const { exitCode, err } = await createTestHost().run('conformance', ...words)
    expect(exitCode).toBe(2)
    expect(err).toMatch(message)
  })
})
