/** `keywright exec`: a server around another program. */
import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createTestHost } from '../../test/testHost.ts'

describe('exec', () => {
  it('gives the program a server of its own, and its exit code to the caller', async () => {
    const seen: { words?: readonly string[]; name?: string; url?: string } = {}
    const host = createTestHost({
      async runProgram(program, words, { env }) {
        seen.words = [program, ...words]
        seen.url = env['KEYWRIGHT_BASE_URL']!
        const { out } = await createTestHost({ env }).run('whoami', '--json')
        seen.name = (JSON.parse(out) as { organizationName: string }).organizationName
        return 7
      },
    })
    const { exitCode, out } = await host.run('exec', '--', 'npm', 'test', '--json', '--help')
    expect(exitCode).toBe(7)
    expect(out).toBe('')
    expect(seen).toMatchObject({ words: ['npm', 'test', '--json', '--help'], name: 'Development' })
    await expect(fetch(`${seen.url}/health`)).rejects.toThrow()
  })

  it('throws its state away, also when the program cannot be started', async () => {
    let folder = ''
    const host = createTestHost({
      runProgram: async () => {
        throw new Error('no')
      },
    })
    const make = host.makeThrowAwayFolder
    host.makeThrowAwayFolder = async () => {
      const made = await make()
      folder = made.path
      return made
    }
    expect((await host.run('exec', '--', 'nothing')).exitCode).toBe(1)
    expect(folder).not.toBe('')
    expect(existsSync(folder)).toBe(false)
  })

  it('says the exit code with --json, which it sends to standard error what the program writes for', async () => {
    const host = createTestHost({ runProgram: async (_program, _words, { isQuiet }) => (isQuiet ? 3 : 4) })
    const run = await host.run('exec', '--json', '--', 'true')
    expect(run.json()).toEqual({ exitCode: 3 })
    expect(run.exitCode).toBe(3)
  })

  it('asks for a program', async () => {
    const { exitCode, err } = await createTestHost().run('exec')
    expect(exitCode).toBe(2)
    expect(err).toMatch(/PROGRAM is missing/)
  })
})
