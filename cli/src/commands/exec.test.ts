import { describe, expect, it } from 'vitest'
import { createTestHost } from '../../test/testHost.ts'

describe('exec', () => {
  it('starts a server for the program and returns the exit code of the program', async () => {
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

  it('prints the exit code with --json and redirects the output of the program', async () => {
    const host = createTestHost({ runProgram: async (_program, _words, { isQuiet }) => (isQuiet ? 3 : 4) })
    const run = await host.run('exec', '--json', '--', 'true')
    expect(run.json()).toEqual({ exitCode: 3 })
    expect(run.exitCode).toBe(3)
  })
})
