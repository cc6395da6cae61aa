/** Commands that need a development server, and the folder in which all commands find its settings. */
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { folder, hostOfFolder, server, withDevServer } from '../test/devServer.ts'
import { createTestHost, type TestHostOptions } from '../test/testHost.ts'
import { prepareEnvFile } from './files/envFile.ts'

withDevServer()

const hostWith = ({ env, ...options }: TestHostOptions = {}) =>
  hostOfFolder({ ...options, env: { KEYWRIGHT_STATE: folder, ...env } })

describe('the folder of keywright dev', () => {
  it('provides URL, organization and key to commands', async () => {
    const { out, exitCode } = await hostWith().run('whoami')
    expect(out).toContain(server.organizationId)
    expect(out).toContain(server.apiKey.publicKey)
    expect(exitCode).toBe(0)
  })

  it('yields to flags and the environment, and its key pair is never mixed with theirs', async () => {
    const flag = await hostWith().run('whoami', '--base-url', 'http://127.0.0.1:9')
    expect(flag.err).toContain('http://127.0.0.1:9')
    const variable = await hostWith({ env: { KEYWRIGHT_BASE_URL: 'http://127.0.0.1:9' } }).run('whoami')
    expect(variable.err).toContain('http://127.0.0.1:9')
    const half = await hostWith({ env: { KEYWRIGHT_API_PUBLIC_KEY: `02${'ab'.repeat(32)}` } }).run('whoami')
    expect(half.err).toMatch(/the API private key is missing/)
    const other = { KEYWRIGHT_API_PRIVATE_KEY: '11'.repeat(32) }
    expect((await hostWith({ env: other }).run('whoami')).err).toMatch(/API_KEY_NOT_FOUND/)
  })

  it('is required if it was named', async () => {
    const { err, exitCode } = await hostWith().run('whoami', '--state', '/nowhere')
    expect(err).toMatch(/\/nowhere is not the state folder of a development server/)
    expect(exitCode).toBe(2)
  })
})

describe('dev', () => {
  it.each([
    ['', '\n'],
    [' with the line breaks of Windows', '\r\n'],
  ])('replaces its own lines in the file of --write-env, and keeps the others%s', async (_, lineBreak) => {
    const inFile = (text: string) => text.replaceAll('\n', lineBreak)
    const kept = inFile(`THEME=blue
# KEYWRIGHT_ORGANIZATION_ID=note
PEM="-----BEGIN \\"KEY\\"-----
KEYWRIGHT_BASE_URL=part of the key
-----END-----" # a comment
SCRIPT='
KEYWRIGHT_API_PRIVATE_KEY=part of the script
'
QUERY=\`
KEYWRIGHT_API_PUBLIC_KEY=part of the query\`
OPEN="not closed
`)
    const before = inFile(`export KEYWRIGHT_BASE_URL="http://old
second line"
KEYWRIGHT_API_PRIVATE_KEY = 'http://old
KEYWRIGHT_API_PUBLIC_KEY=inside'
KEPT
KEYWRIGHT_ORGANIZATION_ID=http://old
`).replace(inFile('KEPT\n'), () => kept)
    const host = createTestHost({ files: { '.env.local': before } })
    const state = join(folder, 'another')
    setTimeout(host.interrupt, 0)
    const { out, exitCode } = await host.run(
      'dev',
      '--port',
      '0',
      '--state',
      state,
      '--write-env',
      '.env.local',
    )
    expect(exitCode).toBe(0)
    const text = host.files.get('.env.local')!
    expect(text.slice(0, kept.length)).toBe(kept)
    expect(text.slice(kept.length)).toMatch(/^KEYWRIGHT_BASE_URL=http:\/\/127/)
    for (const [, line] of out.matchAll(/^export (.*)$/gm)) expect(text).toContain(`${line}${lineBreak}`)
    expect(text.replaceAll(lineBreak, '')).not.toMatch(/[\r\n]/)
    expect(text).not.toContain('http://old')
  })

  it('writes the line breaks of the first line, as a value may have those of another system', async () => {
    const kept = 'THEME=blue\nPEM="-----BEGIN KEY-----\r\nabc\r\n-----END KEY-----"\n'
    const host = createTestHost({ files: { '.env.local': kept } })
    const write = await prepareEnvFile(host, '.env.local')
    await write({ KEYWRIGHT_BASE_URL: 'http://h' })
    expect(host.files.get('.env.local')).toBe(`${kept}KEYWRIGHT_BASE_URL=http://h\n`)
  })
})
