/** `keywright conformance`: scores of adapters, and errors of invalid ones. */
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { createTestHost } from '../../test/testHost.ts'

const adapter = fileURLToPath(
  new URL('../../../clients/conformance/src/clients/typescript.main.ts', import.meta.url),
)
const node = process.execPath
const program = (code: string) => ['--', node, '-e', code]

/** An adapter that answers each line with the same expression, in which `id` is the ID of the instruction. */
const answering = (answer: string) =>
  program(`require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const { id } = JSON.parse(line)
    console.log(JSON.stringify(${answer}))
  })`)

describe('conformance', () => {
  it('scores a client by the selected checks', async () => {
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

  it('exits with 1 and reports what was found if a check fails', async () => {
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

  it('lists all checks, or the checks of a group', async () => {
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
    ['a missing program', ['--', 'no-such-program'], /`no-such-program` cannot be started/],
    ['one that exits', program('process.exit(0)'), /ended with exit code 0 before it answered/],
    [
      'one that prints something else',
      program("console.log('hi'); process.stdin.resume()"),
      /the adapter wrote `hi`/,
    ],
    ['one that is killed', program("process.kill(process.pid, 'SIGKILL')"), /ended by SIGKILL before/],
    ['a folder', ['--', '/'], /`\/` cannot be started: it is not executable/],
    ['a file that cannot be run', ['--', adapter], /cannot be started: it is not executable/],
    ['one whose answers have no ID', answering("{ result: { name: 'a' } }"), /the adapter wrote `\{"result/],
    ['one that answers with neither result nor error', answering('{ id }'), /the adapter wrote `\{"id":1\}`/],
    ['one that answers with `null`', answering('null'), /the adapter wrote `null`/],
    ['one that says hello without a name', answering('{ id, result: {} }'), /hello.*name/],
    ['one whose name is a number', answering('{ id, result: { name: 7 } }'), /hello.*name/],
    ['one that says hello with an error', answering("{ id, error: { message: 'no' } }"), /hello.*name/],
    ['one that does not offer hello', answering('{ id, notOffered: true }'), /hello.*name/],
    ['an unknown check', ['--only', 'nothing'], /unknown check `nothing`/],
    ['an empty check', ['--only', ''], /--only/],
    ['an unknown flag', ['--fast'], /--fast/],
  ])('exits with 2 for %s', async (_, words, message) => {
    const { exitCode, err, out } = await createTestHost().run('conformance', ...words)
    expect(err).toMatch(message)
    expect(err).toMatch(/\n {2}hint: \w/)
    expect(err).not.toMatch(/^ +at |undefined/m)
    expect({ exitCode, out }).toEqual({ exitCode: 2, out: '' })
  })
})
