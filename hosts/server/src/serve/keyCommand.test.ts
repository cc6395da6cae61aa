/** A root secret that a command prints. */
import { platformRandom, toHex } from '@keywright/keys'
import { describe, expect, it } from 'vitest'
import { readFromCommand } from './keyCommand.ts'

const secret = platformRandom(32)

describe('a key command', () => {
  it('prints the root secret, with or without a line break', async () => {
    expect(await readFromCommand(`echo ${toHex(secret)}`)).toEqual(secret)
    expect(await readFromCommand(`printf ${toHex(secret).toUpperCase()}`)).toEqual(secret)
  })

  it('can be a pipeline of the shell', async () => {
    expect(await readFromCommand(`echo ${toHex(secret)} | cat`)).toEqual(secret)
  })

  it('gets an empty standard input, so a prompt ends instead of waiting', async () => {
    await expect(readFromCommand('read answer')).rejects.toMatchObject({ code: 'KEY_COMMAND_FAILED' })
  })

  it('fails with its exit code and what it reports, never with what it prints', async () => {
    const failed = await readFromCommand(`echo ${toHex(secret)}; echo 'access denied' >&2; exit 3`).catch(
      (error: Error) => error,
    )
    expect(failed).toMatchObject({
      code: 'KEY_COMMAND_FAILED',
      message: 'the key command failed: exit code 3: access denied',
    })
    expect(JSON.stringify(failed) + String((failed as Error).stack)).not.toContain(toHex(secret))
  })

  it('fails for a program that is missing', async () => {
    await expect(readFromCommand('/nowhere/kms decrypt')).rejects.toMatchObject({
      code: 'KEY_COMMAND_FAILED',
    })
  })

  it.each(['', 'abc', `${toHex(secret)}00`, `${toHex(secret)} ${toHex(secret)}`])(
    'rejects the output `%s` without repeating it',
    async (output) => {
      const failed = await readFromCommand(`printf '%s' '${output}'`).catch((error: Error) => error)
      expect(failed).toMatchObject({
        code: 'ROOT_SECRET_MALFORMED',
        message: 'the output of the key command does not contain a root secret',
      })
      if (output) expect((failed as Error).message).not.toContain(output)
    },
  )

  it('rejects a root secret that is publicly known', async () => {
    await expect(readFromCommand(`echo ${'00'.repeat(32)}`)).rejects.toMatchObject({
      code: 'ROOT_SECRET_PUBLIC',
    })
  })
})
