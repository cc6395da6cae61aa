/** Shares for people: read, encrypted and opened, without a database. */
import { platformRandom, splitSecret } from '@keywright/keys'
import { Encrypter } from 'age-encryption'
import { describe, expect, it } from 'vitest'
import { createTestHost, type TestHostOptions } from '../test/testHost.ts'
import { parseInput } from './args.ts'
import type { Context } from './command.ts'
import { commands, sharedFlags } from './commands.ts'
import { decryptBy, encryptTo, generateHolderKey, readHolders } from './holders.ts'
import { readNewShares, readShares } from './shares.ts'
import { createStyle } from './style.ts'

/** The context of `reshare`, which takes shares and makes some. */
function contextOf(
  words: string[],
  options: TestHostOptions = {},
): Context & { host: ReturnType<typeof createTestHost> } {
  const command = commands.find(({ name }) => name === 'reshare')!
  const host = createTestHost(options)
  const input = parseInput(command, words, sharedFlags)
  return { input, host, command, style: createStyle(), isJson: false, emit: () => undefined }
}

const [ada, bob] = await Promise.all([generateHolderKey(), generateHolderKey()])
const holders = `# holders of 2026\n\nada ${ada.recipient}\n  bob\t${bob.recipient}\r\n`
const [SHARE, SECOND, THIRD] = (await splitSecret(platformRandom(32), {
  count: 3,
  threshold: 2,
  random: platformRandom,
})) as [string, string, string]

describe('a share for a holder', () => {
  it('is opened by their key and by no other', async () => {
    const text = await encryptTo({ name: 'ada', recipient: ada.recipient }, `${SHARE}\n`)
    expect(text).not.toContain(SHARE)
    expect(await decryptBy(`# public key: x\n${ada.identity}\n`, text, 'ada.key')).toBe(`${SHARE}\n`)
    await expect(decryptBy(bob.identity, text, 'bob.key')).rejects.toThrow('bob.key does not open this share')
    await expect(decryptBy('nothing', text, 'ada.key')).rejects.toThrow('ada.key holds no key of a holder')
    await expect(decryptBy(ada.identity, text.slice(0, 300), 'ada.key')).rejects.toThrow('does not open')
  })

  it('is opened on the way to a server, beside others that need no key', async () => {
    const files = {
      'ada.age': await encryptTo({ name: 'ada', recipient: ada.recipient }, `${SHARE}\n`),
      'bob.age': await encryptTo({ name: 'bob', recipient: bob.recipient }, `${SECOND}\n`),
      'cy.txt': `# share 3  ${THIRD}\n`,
      'ada.key': ada.identity,
      'bob.key': bob.identity,
    }
    const keys = ['--holder-key', 'ada.key', '--holder-key', 'bob.key']
    const paths = ['ada.age', 'bob.age', 'cy.txt']
    expect(await readShares(contextOf(keys, { files }), paths)).toEqual([
      { text: SHARE, name: 'ada.age' },
      { text: SECOND, name: 'bob.age' },
      { text: THIRD, name: 'cy.txt' },
    ])
    await expect(readShares(contextOf([], { files }), paths)).rejects.toThrow(
      'ada.age: the share is encrypted',
    )
    await expect(readShares(contextOf(['--holder-key', 'cy.txt'], { files }), paths)).rejects.toThrow(
      'cy.txt holds no key of a holder',
    )
  })
})

describe('new shares', () => {
  const words = ['--holders', 'holders.txt', '--threshold', '2', '--share-folder', 'shares']

  it('lie in a folder of their own, each for its holder', async () => {
    const context = contextOf(words, { files: { 'holders.txt': holders } })
    const { count, threshold, folder } = (await readNewShares(context))!
    expect([count, threshold, folder!.files]).toEqual([2, 2, ['shares/ada.age', 'shares/bob.age']])
    const forget = await folder!.keep(['kwshare1one', 'kwshare1two'])
    const { files, secrets } = context.host
    expect([...secrets].sort()).toEqual(['shares/ada.age', 'shares/bob.age'])
    expect(await decryptBy(bob.identity, files.get('shares/bob.age')!, 'bob.key')).toBe('kwshare1two\n')
    await expect(folder!.keep(['kwshare1one', 'kwshare1two'])).rejects.toThrow(
      'cannot make the folder shares',
    )
    await forget()
    expect([...files.keys()]).toEqual(['holders.txt'])
  })

  it.each<[string, string, string, RegExp]>([
    ['one word', 'ada', '', /line 1 of holders.txt names no holder/],
    ['three words', `ada ${ada.recipient} x`, '', /line 1 of holders.txt names no holder/],
    ['a path for a name', `../ada ${ada.recipient}`, '', /`\.\.\/ada` cannot name a file/],
    ['a key that is none', 'ada age1xyz', '', /the public key of ada cannot be read/],
    ['a key twice', `ada ${ada.recipient}\nbob ${ada.recipient}`, '', /bob and ada are one holder/],
    ['other numbers', holders, '--shares=3', /3 shares do not go to 2 holders/],
    ['nobody', '# nobody\n', '', /names no holder, shares go to two or more/],
    ['a threshold above', holders, '--threshold=3', /--threshold cannot be `3`/],
  ])('are not made for %s', async (_, text, more, message) => {
    const context = contextOf([...words, ...(more ? [more] : [])], { files: { 'holders.txt': text } })
    await expect(readNewShares(context)).rejects.toThrow(message)
  })

  it('say nothing of a private key that stands where a public one should', async () => {
    const context = contextOf(words, { files: { 'holders.txt': `ada ${ada.identity}` } })
    const failure = (await readHolders(context).catch((error: unknown) => error)) as Error
    expect(failure.message).toContain('the public key of ada cannot be read')
    expect(JSON.stringify(failure)).not.toContain(ada.identity.slice(20))
  })

  it.each([
    [['--holders', 'holders.txt', '--threshold', '2'], /--holders goes with --share-folder/],
    [['--share-folder', 'shares'], /--share-folder goes with shares/],
    [['--holders', 'holders.txt', '--share-folder', 'shares'], /--holders goes with --threshold/],
  ])('want all that belongs together: %j', async (given, message) => {
    await expect(readNewShares(contextOf(given, { files: { 'holders.txt': holders } }))).rejects.toThrow(
      message,
    )
  })
})

it('keeps the key of a holder in a new file, and prints the public half alone', async () => {
  const host = createTestHost({ files: { 'there.key': 'mine' } })
  const { out, exitCode } = await host.run('generate', 'holder-key', 'ada.key')
  expect(exitCode).toBe(0)
  new Encrypter().addRecipient(out.trim())
  expect(host.secrets).toEqual(new Set(['ada.key']))
  expect(host.files.get('ada.key')).toMatch(/^# public key: age1\w+\nAGE-SECRET-KEY-1\w+\n$/)
  const again = await host.run('generate', 'holder-key', 'there.key')
  expect([again.exitCode, host.files.get('there.key')]).toEqual([2, 'mine'])
})
