/** Ambiguous arguments, and output of one command as input of another. */
import { describe, expect, it } from 'vitest'
import { createTestHost } from '../../test/testHost.ts'
import { commands } from '../commands.ts'

describe('a flag that takes a value', () => {
  const withValue = commands.flatMap(({ name, flags = [] }) =>
    flags
      .filter(({ value, refused }) => value !== undefined && refused === undefined)
      .map((flag) => [`${name} --${flag.name}`] as const),
  )
  it.each(withValue)('%s rejects a flag as its value', async (line) => {
    const { err, exitCode } = await createTestHost().run(...line.split(' '), '--help-me')
    expect(err).toMatch(/needs a value, but `--help-me` looks like a flag/)
    expect(exitCode).toBe(2)
  })

  it('accepts a single dash, and after an equals sign a value that starts with a dash', async () => {
    const { err } = await createTestHost().run('request', 'whoami', '--api-private-key-file', '-')
    expect(err).not.toMatch(/needs a value/)
    expect((await createTestHost().run('dev', '--port=-1')).err).toMatch(/--port cannot be `-1`/)
  })

  it.each([
    'init --database-url postgres://root:hush@h/d --key-file k',
    'init --database-url postgres://h/d?user=a&password=hush --key-file k',
    'reshare --database-url postgres://root:hu/sh@h/d',
    'dev --database-url postgres://root:hush@h/d',
    'serve --sms-url https://user:hush@sms.example.com',
    'whoami --base-url http://user:hush@127.0.0.1',
    'unseal --operator-url http://user:hush@127.0.0.1',
  ])('must not contain a password: %s', async (line) => {
    const { err, exitCode } = await createTestHost().run(...line.split(' '))
    expect(err).toMatch(/contains a password, and arguments are visible/)
    expect(err).not.toMatch(/hush|hu\/sh/)
    expect(exitCode).toBe(2)
  })
})

describe('names that other commands print are accepted', () => {
  it.each([
    'activities list --status CONSENSUS_NEEDED',
    'activities list --status ACTIVITY_STATUS_COMPLETED',
    'activities list --type SIGN_RAW_PAYLOAD_V2',
    'activities list --type ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2',
    'request sign_raw_payload {} --type SIGN_RAW_PAYLOAD_V2',
    'request SIGN_RAW_PAYLOAD_V2 {}',
    'generate api-key --curve P256',
  ])('%s', async (line) => {
    const { err } = await createTestHost().run(...line.split(' '))
    expect(err).not.toMatch(/cannot be|unknown activity type|unknown call/)
  })

  it('suggests a similar name', async () => {
    const { err } = await createTestHost().run('activities', 'list', '--type', 'SIGN_RAW_PAYLOD_V2')
    expect(err).toMatch(/did you mean SIGN_RAW_PAYLOAD_V2\?/)
  })
})
