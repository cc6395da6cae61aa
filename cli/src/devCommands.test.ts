/** Commands that need a development server, and the folder in which all commands find its settings. */
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { folder, hostOfFolder, server, withDevServer } from '../test/devServer.ts'
import { createTestHost, type TestHostOptions } from '../test/testHost.ts'

const decodeJwt = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { exp: number; iat: number }

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

describe('inbox', () => {
  const ask = () =>
    hostWith().run(
      'request',
      'init_otp_auth',
      '{"otpType":"OTP_TYPE_EMAIL","contact":"alice@example.com","appName":"App"}',
    )

  it('shows messages, waits for new ones, and deletes them', async () => {
    expect((await hostWith().run('inbox')).out).toBe('no messages\n')
    const { userId } = (await hostWith().run('whoami', '--json')).json<{ userId: string }>()
    await hostWith().run(
      'request',
      'set_organization_feature',
      '{"name":"FEATURE_NAME_OTP_EMAIL_AUTH","value":""}',
    )
    await hostWith().run(
      'request',
      'update_user_email',
      JSON.stringify({ userId, userEmail: 'alice@example.com' }),
    )
    expect((await ask()).err).toBe('')
    const { messages } = (await hostWith().run('inbox', '--json')).json<{ messages: { id: string }[] }>()
    expect(messages).toHaveLength(1)
    const waiting = hostWith({ onSleep: () => void ask() })
    const { out, exitCode } = await waiting.run('inbox', '--wait', '--to', 'alice@example.com')
    expect(out).toMatch(/email to alice@example\.com/)
    expect(out).not.toContain(messages[0]!.id)
    expect(exitCode).toBe(0)
    expect((await hostWith().run('inbox', '--wait', '--after', '0')).exitCode).toBe(0)
    expect((await hostWith().run('inbox', '--clear')).exitCode).toBe(0)
    expect((await hostWith().run('inbox')).out).toBe('no messages\n')
  })

  it('fails if no message arrives in time', async () => {
    let now = 0
    const late = hostWith({ clock: () => (now += 1_000) })
    const { err, exitCode } = await late.run('inbox', '--wait', '--timeout', '2')
    expect(err).toMatch(/no new message within 2 s/)
    expect(exitCode).toBe(4)
  })
})

describe('clock', () => {
  it('freezes, advances and resumes', async () => {
    const run = async (...words: string[]) =>
      (await hostWith().run('clock', ...words, '--json')).json<{ now: number; isStanding: boolean }>()
    const frozen = await run('freeze')
    expect(frozen.isStanding).toBe(true)
    expect((await run('advance', '1h30m')).now).toBe(frozen.now + 5_400_000)
    expect((await run('set', new Date(frozen.now + 6_000_000).toISOString())).now).toBe(
      frozen.now + 6_000_000,
    )
    expect((await run('resume')).isStanding).toBe(false)
    expect((await hostWith().run('clock')).out).toMatch(/^\d{4}-/)
  })
})

describe('faults', () => {
  it('are set, take effect, are listed and removed', async () => {
    expect((await hostWith().run('faults', 'set', 'whoami:status=503:times=1')).exitCode).toBe(0)
    expect((await hostWith().run('faults')).out).toMatch(/whoami +status +503, 1 time\n/)
    expect((await hostWith().run('whoami')).exitCode).toBe(1)
    expect((await hostWith().run('whoami')).exitCode).toBe(0)
    const { id } = (
      await hostWith().run('faults', 'set', '*:latency=1', '--probability', '0.5', '--json')
    ).json<{ id: string }>()
    expect((await hostWith().run('faults', 'remove', id)).out).toBe('1 removed\n')
    const gone = await hostWith().run('faults', 'remove', id)
    expect(gone.exitCode).toBe(1)
  })
})

describe('token', () => {
  it('is issued for the given subject', async () => {
    const { out } = await hostWith().run(
      'token',
      '--subject',
      'alice',
      '--email',
      'alice@example.com',
      '--claims',
      '{"groups":["a"]}',
    )
    expect(decodeJwt(out.trim())).toMatchObject({ sub: 'alice', email: 'alice@example.com', groups: ['a'] })
    const expired = await hostWith().run('token', '--expires-in=-60')
    const { exp, iat } = decodeJwt(expired.out.trim())
    expect(exp).toBe(iat - 60)
  })
})

describe('requests', () => {
  it('are listed, shown in detail, and followed', async () => {
    await hostWith().run('request', 'whoami')
    const list = (await hostWith().run('requests', '--limit', '1', '--json')).json<{
      requests: { id: string }[]
    }>()
    const [last] = list.requests
    const shown = await hostWith().run('requests', last!.id)
    expect(shown.out).toMatch(/call +whoami[\s\S]*stamp +X-Stamp: valid[\s\S]*"organizationId"/)
    let looks = 0
    const following = hostWith({
      onSleep: async () => {
        if (looks++ === 0) await hostWith().run('request', 'list_user_tags')
        else following.interrupt()
      },
    })
    const { out, exitCode } = await following.run('requests', '--follow', '--limit', '1')
    expect(out.trim().split('\n')).toHaveLength(2)
    expect(out).toMatch(/list_user_tags 200/)
    expect(exitCode).toBe(0)
  })
})

describe('a server that is not a development server', () => {
  it.each(['inbox', 'clock', 'faults', 'token', 'requests', 'snapshot list'])(
    'is reported by %s',
    async (line) => {
      const fetch = async () =>
        Response.json({ code: 5, message: 'no call at /dev', details: [] }, { status: 404 })
      const { err, exitCode } = await createTestHost({ fetch }).run(...line.split(' '))
      expect(err).toMatch(/is not a development server/)
      expect(exitCode).toBe(1)
    },
  )
})

describe('dev', () => {
  it('replaces its own lines in the file of --write-env, and keeps the others', async () => {
    const kept = `THEME=blue
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
`
    const before = `export KEYWRIGHT_BASE_URL="http://old
second line"
KEYWRIGHT_API_PRIVATE_KEY = 'http://old
KEYWRIGHT_API_PUBLIC_KEY=inside'
${kept}KEYWRIGHT_ORGANIZATION_ID=http://old
`
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
    for (const [, line] of out.matchAll(/^export (.*)$/gm)) expect(text).toContain(`${line}\n`)
    expect(text).not.toContain('http://old')
  })
})
