/** Reads, encrypts and decrypts shares for holders, without a database. */
import { pieceOf } from '@keywright/engine/test'
import { platformRandom, splitSecret } from '@keywright/keys'
import { armor, Encrypter } from 'age-encryption'
import { describe, expect, it } from 'vitest'
import { createTestHost, type TestHostOptions } from '../../test/testHost.ts'
import { parseInput } from '../arguments/args.ts'
import type { Context } from '../command.ts'
import { commands, sharedFlags } from '../commands.ts'
import { createStyle } from '../output/style.ts'
import { decryptBy, encryptTo, generateHolderKey, readHolders } from './holders.ts'
import { readNewShares, readShares } from './shares.ts'

/** The context of `reshare`, which reads and creates shares. */
function contextOf(
  words: string[],
  options: TestHostOptions = {},
): Context & { host: ReturnType<typeof createTestHost> } {
  const command = commands.find(({ name }) => name === 'reshare')!
  const host = createTestHost(options)
  const input = parseInput(command, words, sharedFlags)
  const program = { commands, sharedFlags }
  return { input, host, command, program, style: createStyle(), isJson: false, emit: () => undefined }
}

const [ada, bob] = await Promise.all([generateHolderKey(), generateHolderKey()])
const holders = `# holders of 2026\n\nada ${ada.recipient}\n  bob\t${bob.recipient}\r\n`
const [SHARE, SECOND, THIRD] = (await splitSecret(platformRandom(32), {
  count: 3,
  threshold: 2,
  random: platformRandom,
})) as [string, string, string]

describe('a share for a holder', () => {
  it('is decrypted only by the key of the holder', async () => {
    const text = await encryptTo({ name: 'ada', recipient: ada.recipient }, `${SHARE}\n`)
    expect(text).not.toContain(SHARE)
    expect(await decryptBy(`# public key: x\n${ada.identity}\n`, text, 'ada.key')).toBe(`${SHARE}\n`)
    await expect(decryptBy(bob.identity, text, 'bob.key')).rejects.toThrow(
      'bob.key cannot decrypt this share',
    )
    await expect(decryptBy('nothing', text, 'ada.key')).rejects.toThrow('ada.key contains no holder key')
    await expect(decryptBy(ada.identity, text.slice(0, 300), 'ada.key')).rejects.toThrow('cannot decrypt')
  })

  it('is rejected if it is longer than any share', async () => {
    await expect(decryptBy(ada.identity, 'x'.repeat(4_097), 'ada.key')).rejects.toThrow('is too long')
  })

  it('takes a short time, however many recipients it names', async () => {
    const stanza = `-> X25519 ${Buffer.alloc(32, 9).toString('base64').slice(0, 43)}\n${'A'.repeat(43)}\n`
    const header = `age-encryption.org/v1\n${stanza.repeat(25)}--- ${'A'.repeat(43)}\n`
    const text = armor.encode(Buffer.from(header))
    expect(text.length).toBeLessThan(4_096)
    const piece = await pieceOf(function* () {
      yield decryptBy(ada.identity, text, 'ada.key')
    })
    expect(piece).toBeLessThan(1)
  })

  it('is decrypted before it is submitted, together with unencrypted shares', async () => {
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
      'cy.txt contains no holder key',
    )
  })
})

describe('new shares', () => {
  const words = ['--holders', 'holders.txt', '--threshold', '2', '--share-folder', 'shares']

  it('are written to a new folder, one file per holder', async () => {
    const context = contextOf(words, { files: { 'holders.txt': holders } })
    const { count, threshold, folder } = (await readNewShares(context))!
    expect([count, threshold, folder!.files]).toEqual([2, 2, ['shares/ada.age', 'shares/bob.age']])
    const forget = await folder!.keep(['kwshare1one', 'kwshare1two'])
    const { files, secrets } = context.host
    expect([...secrets].sort()).toEqual(['shares/ada.age', 'shares/bob.age'])
    expect(await decryptBy(bob.identity, files.get('shares/bob.age')!, 'bob.key')).toBe('kwshare1two\n')
    await expect(folder!.keep(['kwshare1one', 'kwshare1two'])).rejects.toThrow('cannot create folder shares')
    await forget()
    expect([...files.keys()]).toEqual(['holders.txt'])
  })

  it('are in the folder, whether its name ends with a slash or not', async () => {
    const context = contextOf([...words.slice(0, -1), 'my shares//'], { files: { 'holders.txt': holders } })
    expect((await readNewShares(context))!.folder!.files).toEqual(['my shares/ada.age', 'my shares/bob.age'])
  })

  it.each<[string, string, string, RegExp]>([
    ['one word', 'ada', '', /line 1 of holders.txt is malformed/],
    ['three words', `ada ${ada.recipient} x`, '', /line 1 of holders.txt is malformed/],
    ['a path as a name', `../ada ${ada.recipient}`, '', /`\.\.\/ada` cannot name a file/],
    ['an invalid key', 'ada age1xyz', '', /the public key of ada is invalid/],
    ['a duplicate key', `ada ${ada.recipient}\nbob ${ada.recipient}`, '', /bob and ada are the same holder/],
    ['another number of shares', holders, '--shares=3', /3 shares cannot be divided among 2 holders/],
    ['no holders', '# empty\n', '', /lists no holder, but at least two are required/],
    ['a threshold above the number of shares', holders, '--threshold=3', /--threshold cannot be `3`/],
  ])('are not created for %s', async (_, text, more, message) => {
    const context = contextOf([...words, ...(more ? [more] : [])], { files: { 'holders.txt': text } })
    await expect(readNewShares(context)).rejects.toThrow(message)
  })

  it('do not print a private key that was entered as the public key', async () => {
    const context = contextOf(words, { files: { 'holders.txt': `ada ${ada.identity}` } })
    const failure = (await readHolders(context).catch((error: unknown) => error)) as Error
    expect(failure.message).toContain('the public key of ada is invalid')
    expect(JSON.stringify(failure)).not.toContain(ada.identity.slice(20))
  })

  it.each([
    [['--holders', 'holders.txt', '--threshold', '2'], /--holders requires --share-folder/],
    [['--share-folder', 'shares'], /--share-folder requires shares/],
    [['--holders', 'holders.txt', '--share-folder', 'shares'], /--holders requires --threshold/],
  ])('need all related flags: %j', async (given, message) => {
    await expect(readNewShares(contextOf(given, { files: { 'holders.txt': holders } }))).rejects.toThrow(
      message,
    )
  })
})

it('writes a new holder key to a file, and prints only the public key', async () => {
  const host = createTestHost({ files: { 'there.key': 'mine' } })
  const { out, exitCode } = await host.run('generate', 'holder-key', 'ada.key')
  expect(exitCode).toBe(0)
  new Encrypter().addRecipient(out.trim())
  expect(host.secrets).toEqual(new Set(['ada.key']))
  expect(host.files.get('ada.key')).toMatch(/^# public key: age1\w+\nAGE-SECRET-KEY-1\w+\n$/)
  const again = await host.run('generate', 'holder-key', 'there.key')
  expect([again.exitCode, host.files.get('there.key')]).toEqual([2, 'mine'])
})
