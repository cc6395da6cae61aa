import { ApiError } from '@keywright/contract'
import { platformRandom, splitSecret } from '@keywright/keys'
import { describe, expect, it } from 'vitest'
import { createTestHost } from '../test/testHost.ts'
import { commands } from './commands.ts'

it('has colors in a terminal, unless NO_COLOR is set and not empty', async () => {
  for (const [NO_COLOR, expected] of [
    ['', true],
    ['1', false],
  ] as const) {
    const host = Object.assign(createTestHost({ env: { NO_COLOR } }), { isTerminal: true })
    expect((await host.run('whomai')).err.includes('\x1b[')).toBe(expected)
  }
})

describe('the table of commands', () => {
  it.each(commands.map((command) => [command.name, command] as const))(
    '%s loads and has help',
    async (name, command) => {
      expect(typeof (await command.load()).run).toBe('function')
      const { out, exitCode } = await createTestHost().run(...name.split(' '), '--help')
      expect(exitCode).toBe(0)
      expect(out).toContain(command.summary)
      expect(out).toMatch(/Examples\n {2}(\w+=\S+ |.* \| )?keywright /)
      for (const flag of command.flags ?? []) {
        if (flag.refused === undefined) expect(out).toContain(`--${flag.name}`)
      }
    },
  )

  it.each([40, 60, 80, 120])('has help for a terminal with %i columns', async (columns) => {
    const words = (text: string) => text.split(/\s+/)
    for (const name of ['', 'wallets', ...commands.map((command) => command.name)]) {
      const asked = [...name.split(' ').filter(Boolean), '--help']
      const { out } = await createTestHost({ columns }).run(...asked)
      const tooLong = out.split('\n').filter((line) => line.length > columns && /\S\s+\S/.test(line))
      expect(tooLong).toEqual([])
      expect(words(out)).toEqual(words((await createTestHost().run(...asked)).out))
    }
  })

  it('names each command, flag and argument once', () => {
    const names = commands.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    for (const { flags = [] } of commands)
      expect(new Set(flags.map(({ name }) => name)).size).toBe(flags.length)
  })

  it('has lists only as the last argument, and no required argument after an optional one', () => {
    for (const { arguments: list = [] } of commands) {
      expect(list.slice(0, -1).some(({ isList }) => isList)).toBe(false)
      expect(list.some((one, i) => !one.isOptional && list[i - 1]?.isOptional)).toBe(false)
    }
  })
})

describe('invalid arguments', () => {
  it('are reported as JSON on standard output with --json', async () => {
    const run = await createTestHost().run('whoam', '--json')
    expect(run.err).toBe('')
    expect(run.json()).toEqual({
      error: { message: 'unknown command `whoam`', exitCode: 2, hint: 'did you mean keywright whoami?' },
    })
  })
})

describe('settings', () => {
  const env = {
    KEYWRIGHT_ORGANIZATION_ID: '7c3b8f0e-5d0a-4e0b-9a43-2f1d6f6f1a10',
    KEYWRIGHT_API_PRIVATE_KEY: '11'.repeat(32),
  }

  it('names the missing setting and never prints the private key', async () => {
    const { err } = await createTestHost({ env: { KEYWRIGHT_API_PRIVATE_KEY: '11'.repeat(32) } }).run(
      'whoami',
    )
    expect(err).toContain('the organization ID is missing')
    expect(err).not.toContain('1111')
  })

  it('rejects keys of different pairs', async () => {
    const host = createTestHost({ env: { ...env, KEYWRIGHT_API_PUBLIC_KEY: `02${'ab'.repeat(32)}` } })
    const { err, exitCode } = await host.run('whoami')
    expect(err).toContain(`does not belong to public key 02${'ab'.repeat(32)}`)
    expect(err).not.toContain('11'.repeat(32))
    expect(exitCode).toBe(2)
  })

  it('rejects a malformed private key without repeating it', async () => {
    const host = createTestHost({ env: { ...env, KEYWRIGHT_API_PRIVATE_KEY: 'secret' } })
    const { err } = await host.run('whoami')
    expect(err).toContain('must be 64 hexadecimal digits, but has 6 characters')
    expect(err).not.toContain('secret')
  })

  it('exits with 3 if no server is listening', async () => {
    const failing = async () => {
      throw new TypeError('fetch failed', { cause: Object.assign(new Error(''), { code: 'ECONNREFUSED' }) })
    }
    const { err, exitCode } = await createTestHost({ env, fetch: failing }).run('whoami')
    expect(err).toMatch(/cannot reach http:\/\/127\.0\.0\.1:8787: connection refused/)
    expect(err).toMatch(/keywright dev/)
    expect(exitCode).toBe(3)
  })

  it.each([
    [{ code: 'ERR_SSL_WRONG_VERSION_NUMBER' }, 'try http:// instead of https://'],
    [{ code: 'ERR_SSL_PACKET_LENGTH_TOO_LONG' }, 'try http:// instead of https://'],
    [{ message: 'bad port' }, 'start the server on another one'],
  ])('says what to do about %o', async (known, advice) => {
    const cause = Object.assign(new Error('807CE795C57F0000:error:0A00010B:SSL routines\n'), known)
    const failing = async () => {
      throw new TypeError('fetch failed', { cause })
    }
    const { err, exitCode } = await createTestHost({ env, fetch: failing }).run('whoami')
    expect(err).toContain(advice)
    expect(err).not.toContain('0A00010B')
    expect(exitCode).toBe(3)
  })

  it('reports a response of another server', async () => {
    const page = async () => new Response('<html>hello</html>', { status: 404 })
    const { err, exitCode } = await createTestHost({ env, fetch: page }).run('whoami')
    expect(err).toMatch(/HTTP 404, but not a response of this API: <html>/)
    expect(exitCode).toBe(1)
  })
})

describe('--json', () => {
  it.each([['--version'], ['--help'], ['wallets', '--help'], ['request', '--help']])(
    'prints one JSON document for %s too',
    async (...words) => {
      const run = await createTestHost().run(...words, '--json')
      expect(Object.keys(run.json())).toEqual([words.includes('--version') ? 'version' : 'help'])
      expect(run.exitCode).toBe(0)
    },
  )
})

describe('generate api-key', () => {
  it('prints a key pair as settings', async () => {
    const { out } = await createTestHost().run('generate', 'api-key', '--curve', 'ed25519')
    expect(out).toMatch(
      /^export KEYWRIGHT_API_PUBLIC_KEY=[0-9a-f]{64}\nexport KEYWRIGHT_API_PRIVATE_KEY=[0-9a-f]{64}\n/,
    )
  })

  it('writes the private key to a file and never overwrites one', async () => {
    const host = createTestHost()
    const { out } = await host.run('generate', 'api-key', '--out', 'root.key')
    const privateKey = host.files.get('root.key')!.trim()
    expect(privateKey).toMatch(/^[0-9a-f]{64}$/)
    expect(out).not.toContain(privateKey)
    expect(host.secrets).toEqual(new Set(['root.key']))
    const second = await host.run('generate', 'api-key', '--out', 'root.key')
    expect(second.err).toMatch(/cannot write root.key: it already exists/)
    expect(second.exitCode).toBe(2)
    expect(host.files.get('root.key')!.trim()).toBe(privateKey)
  })
})

const [ONE, TWO] = (await splitSecret(platformRandom(32), {
  count: 2,
  threshold: 2,
  random: platformRandom,
})) as [string, string]

describe('unseal', () => {
  const files = { one: `share 1  ${ONE}`, two: `${TWO}\n` }

  it('submits shares one by one until the server is unsealed', async () => {
    const given: unknown[] = []
    const server = async (url: string, init?: RequestInit) => {
      given.push([url, JSON.parse(String(init?.body))])
      return Response.json(given.length < 2 ? { sealed: true, given: 1, threshold: 2 } : { sealed: false })
    }
    const { out } = await createTestHost({ files, fetch: server }).run('unseal', 'one', 'two')
    const url = expect.stringMatching(/^unix:.*\/operator-8787\.sock:\/unseal$/)
    expect(given).toEqual([
      [url, { share: ONE }],
      [url, { share: TWO }],
    ])
    expect(out).toBe('unsealed\n')
  })

  it('reports the error of the server without repeating the share', async () => {
    const refused = new ApiError('SHARE_REFUSED', { reason: 'it is of another set' })
    const server = async () => Response.json(refused.toBody(), { status: 400 })
    const { err, exitCode } = await createTestHost({ files, fetch: server }).run('unseal', 'one')
    expect(err).toBe(
      'error: one: SHARE_REFUSED (HTTP 400): the share was rejected: it is of another set\n' +
        '  hint: Enter a share of this database’s latest set.\n',
    )
    expect(exitCode).toBe(1)
  })

  it.each([
    [{ KEYWRIGHT_OPERATOR_URL: '' }, /^unix:.*\/operator-8787\.sock:\/unseal$/],
    [{ KEYWRIGHT_BASE_URL: 'http://127.0.0.1:8797' }, /operator-8797\.sock:\/unseal$/],
    [{ KEYWRIGHT_BASE_URL: 'https://keys.example:1' }, /operator-8787\.sock:\/unseal$/],
    [{ KEYWRIGHT_OPERATOR_SOCKET: 'here.sock' }, /^unix:here\.sock:\/unseal$/],
    [
      { KEYWRIGHT_OPERATOR_URL: 'unix:/run/x.sock', KEYWRIGHT_OPERATOR_SOCKET: 'y' },
      /^unix:\/run\/x\.sock:\/unseal$/,
    ],
    [{ KEYWRIGHT_OPERATOR_URL: 'http://127.0.0.1:1/' }, /^http:\/\/127\.0\.0\.1:1\/unseal$/],
  ])('finds the server by %j', async (env: Record<string, string>, expected) => {
    const asked: string[] = []
    const server = async (url: string) => {
      asked.push(url)
      return Response.json({ sealed: false })
    }
    await createTestHost({ files, fetch: server, env }).run('unseal', 'one')
    expect(asked).toEqual([expect.stringMatching(expected)])
  })

  it('reports an unreachable server and another server', async () => {
    const unreachable = async () => Promise.reject(new TypeError('fetch failed'))
    const away = await createTestHost({ files, fetch: unreachable }).run('unseal', 'one')
    expect(away.err).toMatch(/cannot reach .*\/operator-8787\.sock: .*\n.*machine of the server/)
    expect(away.exitCode).toBe(3)
    const page = async () => new Response('<html>')
    const other = await createTestHost({ files, fetch: page }).run('unseal', 'one')
    expect(other.err).toMatch(/not a response of this API: <html>/)
  })
})
