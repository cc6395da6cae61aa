/** Variables of every command: what shells and env files leave around a value, and values that cannot be used. */
import { describe, expect, it } from 'vitest'
import { createTestHost } from '../../test/testHost.ts'
import { commands } from '../commands.ts'

const ID = '11111111-1111-4111-8111-111111111111'
const KEY = '01'.padStart(64, '0')
const PUBLIC_KEY = '036b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296'
/** Nothing listens there. */
const DATABASE_URL = 'postgres://user@127.0.0.1:1/database'

/** A line that reads its variables before anything is sent, and what the line needs in addition. */
const lines: Readonly<Record<string, { words: string; env?: Record<string, string> }>> = {
  serve: { words: '', env: { DATABASE_URL } },
  init: { words: '--shares 2 --threshold 2', env: { DATABASE_URL, KEYWRIGHT_API_PUBLIC_KEY: PUBLIC_KEY } },
  whoami: { words: '', env: { KEYWRIGHT_API_PRIVATE_KEY: KEY, KEYWRIGHT_ORGANIZATION_ID: ID } },
  seal: { words: '' },
  backup: { words: 'file', env: { DATABASE_URL } },
  'bundle open': {
    words: '{"a":1}',
    env: { KEYWRIGHT_TARGET_PRIVATE_KEY: KEY, KEYWRIGHT_ORGANIZATION_ID: ID },
  },
}

const variablesOf = (name: string): readonly string[] => {
  const text = JSON.stringify(commands.find((command) => command.name === name))
  return [...new Set(text.match(/\b(KEYWRIGHT_[A-Z0-9_]+|DATABASE_URL)\b/g))]
}
const all = new Set(commands.flatMap(({ name }) => variablesOf(name)))
const cases = Object.keys(lines).flatMap((name) => variablesOf(name).map((variable) => ({ name, variable })))

/** Settings that are valid only together. */
const partners: Readonly<Record<string, Record<string, string>>> = {
  KEYWRIGHT_SMTP_URL: { KEYWRIGHT_MAIL_FROM: 'a@b.example' },
  KEYWRIGHT_MAIL_FROM: { KEYWRIGHT_SMTP_URL: 'smtp://mail.example:25' },
  KEYWRIGHT_STATE: { KEYWRIGHT_ORGANIZATION_ID: '' },
  KEYWRIGHT_TLS_CERT: { KEYWRIGHT_TLS_KEY: 'key.pem' },
  KEYWRIGHT_TLS_KEY: { KEYWRIGHT_TLS_CERT: 'cert.pem' },
}

async function run(name: string, env: Record<string, string> = {}) {
  const line = lines[name]!
  const host = createTestHost({ env: { KEYWRIGHT_BASE_URL: 'http://127.0.0.1:2222', ...line.env, ...env } })
  const { exitCode, err } = await host.run(...name.split(' '), ...line.words.split(' ').filter(Boolean))
  return { exitCode, err }
}

it.each(['', ' ', ' \t'])('a flag cannot be %j', async (value) => {
  const { exitCode, err } = await createTestHost().run('serve', '--heads', value)
  expect([exitCode, err]).toEqual([2, expect.stringContaining('--heads needs a value')])
})

it('the lines read every variable', () => {
  expect(all.size).toBeGreaterThan(30)
  expect([...all].filter((variable) => !cases.some((one) => one.variable === variable))).toEqual([])
})

describe.each(cases)('$variable of $name', ({ name, variable }) => {
  it('of blanks and line breaks counts as unset, as an empty one', async () => {
    const empty = await run(name, { [variable]: '' })
    for (const blanks of [' ', '\r', ' \t\r\n'])
      expect(await run(name, { [variable]: blanks })).toEqual(empty)
  })

  it('is rejected by name in quotation marks', async () => {
    // May be one quoted word.
    if (variable === 'KEYWRIGHT_KEY_COMMAND') return
    for (const mark of [`"`, `'`]) {
      const { exitCode, err } = await run(name, { [variable]: `${mark}secret value${mark}` })
      expect(exitCode).toBe(2)
      expect(err).toContain(`the value of ${variable} is in quotation marks`)
      expect(err).not.toContain('secret')
    }
  })
})

/** Any text may be right, or is checked where it is used, with the path in the message. */
const FREE = /PKCS11_|KEY_COMMAND|OPERATOR_SOCKET|TLS_|HEADS/
/** What a command reads only if others are missing. */
const UNREAD = /bundle open KEYWRIGHT_(BASE_URL|STATE|ORGANIZATION_ID)/
const readable = cases.filter(
  ({ name, variable }) => !FREE.test(variable) && !UNREAD.test(`${name} ${variable}`),
)

it.each(readable)('$variable of $name is named if it cannot be used', async ({ name, variable }) => {
  const flag = `--${variable.replace('KEYWRIGHT_', '').toLowerCase().replaceAll('_', '-')}`
  for (const value of ['non sense', '/', '-1,']) {
    const { exitCode, err } = await run(name, { ...partners[variable], [variable]: value })
    expect([exitCode, value, err]).toEqual([2, value, err])
    expect(err.includes(variable) || err.includes(flag), `${value}: ${err}`).toBe(true)
    expect(err).toContain('hint:')
  }
})
