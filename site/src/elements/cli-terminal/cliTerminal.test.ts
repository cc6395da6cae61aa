import { beforeAll, describe, expect, it, test } from 'vitest'
import type { Workbench } from '../kit/workbench.ts'
import { openTestWorkbench } from '../testing/testWorkbench.ts'
import { candidatesFor, complete } from './complete.ts'
import { openTerminal, type Terminal } from './terminal.ts'
import { splitWords, withoutProgram } from './words.ts'

describe('words', () => {
  it.each([
    ['sign 0xab hello', ['sign', '0xab', 'hello']],
    ['  a   b  ', ['a', 'b']],
    [`request x '{"a": "b c"}'`, ['request', 'x', '{"a": "b c"}']],
    ['say "a \\"b\\" c" d\\ e', ['say', 'a "b" c', 'd e']],
    [`'' x`, ['', 'x']],
    ['', []],
  ])('%s', (line, words) => expect(splitWords(line)).toEqual(words))

  it('refuses a quote that is open', () => expect(() => splitWords(`say "a`)).toThrow('not closed'))

  it('leaves the program out', () => {
    expect(withoutProgram(['npx', 'keywright', 'whoami'])).toEqual(['whoami'])
    expect(withoutProgram(['keywright', '--help'])).toEqual(['--help'])
    expect(withoutProgram(['whoami'])).toEqual(['whoami'])
  })
})

describe('completion', () => {
  const completed = (line: string) => complete(line, candidatesFor(line))

  it.each([
    ['who', 'whoami '],
    ['wallets l', 'wallets list '],
    ['wallets list --acc', 'wallets list --accounts '],
    ['request create_sub', 'request create_sub_organization '],
    ['generate api-key --curve ed', 'generate api-key --curve ed25519 '],
    ['keywright wh', 'keywright whoami '],
    ['xyz', 'xyz'],
  ])('%s → %s', (line, whole) => expect(completed(line)).toBe(whole))

  it('goes as far as all agree, and names them', () => {
    expect(completed('activities a')).toBe('activities approve ')
    expect(candidatesFor('wallets ')).toEqual(['list', 'create'])
  })
})

describe('over the sandbox', () => {
  let bench: Workbench
  let terminal: Terminal
  beforeAll(async () => {
    bench = await openTestWorkbench()
    terminal = openTerminal(bench)
  })
  const type = async (line: string) => {
    let printed = ''
    const exitCode = await terminal.type(line, (text) => void (printed += text), new AbortController().signal)
    return { exitCode, printed }
  }

  test('makes a wallet, signs with it, and reads the inbox', async () => {
    expect((await type('whoami')).printed).toContain(bench.organization.organizationId)
    const [address] = /0x[0-9a-fA-F]{40}/.exec((await type('wallets create "First wallet"')).printed)!
    expect((await type(`sign ${address} "Hello there"`)).exitCode).toBe(0)
    expect((await type('inbox')).exitCode).toBe(0)
  })

  test('keeps files for the session, and never writes over a secret', async () => {
    expect((await type('generate api-key --out root.key')).exitCode).toBe(0)
    const again = await type('generate api-key --out root.key')
    expect(again.exitCode).toBe(2)
    expect(again.printed).toContain('root.key')
  })

  test('lives in the time of the sandbox', async () => {
    await bench.sandbox.clock.advance(86_400_000)
    expect((await type('wallets create Later')).exitCode).toBe(0)
  })

  test('says what it does not know', async () => {
    const { exitCode, printed } = await type('walet list')
    expect([exitCode, printed]).toEqual([2, expect.stringContaining('unknown command')])
  })
})
