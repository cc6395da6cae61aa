/** Completion scripts, checked by the shells that are installed, and otherwise by their meaning. */
import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { createTestHost } from '../../test/testHost.ts'
import { commands } from '../commands.ts'

const scriptFor = async (shell: string) => (await createTestHost().run('completions', shell)).out

describe.each([
  ['bash', '-n'],
  ['zsh', '-n'],
  ['fish', '--no-execute'],
])('the script for %s', (shell, flag) => {
  const isInstalled = spawnSync(shell, ['-c', 'true']).status === 0

  it.runIf(isInstalled)('parses without errors', async () => {
    const { status, stderr } = spawnSync(shell, [flag], { input: await scriptFor(shell), encoding: 'utf8' })
    expect(stderr).toBe('')
    expect(status).toBe(0)
  })
})

/**
 * Runs the zsh script in bash, in which its syntax has the same meaning, except that arrays start at 0: hence the empty
 * first word.
 */
async function completeZsh(...words: string[]): Promise<string[]> {
  const stubs = `
    compdef() { :; }
    _describe() { local -n list="$2"; printf '%s\\n' "\${list[@]}"; }
    _arguments() { shift 2; printf '%s\\n' "$@"; }
    funcstack=()`
  const list = words.map((word) => `'${word}'`).join(' ')
  const call = `words=('' ${list}); CURRENT=${words.length}; _keywright`
  const { stdout, stderr } = spawnSync('bash', ['-s'], {
    input: [stubs, await scriptFor('zsh'), call].join('\n'),
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  return stdout.trim().split('\n')
}

describe('in zsh', () => {
  it('completes commands, flags, and their values', async () => {
    const first = await completeZsh('keywright', '')
    expect(first).toContain('whoami:Shows the user and the organization that the API key belongs to.')
    expect(first).toHaveLength(new Set(commands.map(({ name }) => name.split(' ')[0])).size)
    expect((await completeZsh('keywright', 'wallets', '')).map((line) => line.split(':')[0])).toEqual([
      'list',
      'create',
    ])
    const flags = await completeZsh('keywright', 'generate', 'api-key', '')
    expect(flags).toContain('--curve[curve of the key (default p256)]:curve:(p256 secp256k1 ed25519)')
    expect((await completeZsh('keywright', 'request', '')).at(-1)).toMatch(
      /^\*:argument:\(.*\bcreate_wallet\b/,
    )
    expect(await completeZsh('keywright', 'dev', '')).toContain('--fresh[start from an empty state]')
  })

  it('has a valid specification for every flag', async () => {
    for (const { name } of commands) {
      for (const line of await completeZsh('keywright', ...name.split(' '), '')) {
        expect(line).toMatch(
          /^(--[a-z0-9-]+\[[^[\]]+\](:[a-z-]+:(_files|\([^()]*\)))?|\*:argument:(_files|\([\w -]+\)))$/,
        )
      }
    }
  })
})

interface FishLine {
  readonly condition: string
  readonly words: readonly string[]
  readonly flag: string | undefined
}

/** Parses lines of `complete -c keywright` by the quoting rules of fish. */
function parseFish(script: string): FishLine[] {
  return script
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const words = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare!)
      expect(line.replaceAll(/'[^']*'/g, '')).not.toMatch(/['"\\$();]/)
      expect(words.slice(0, 3)).toEqual(['complete', '-c', 'keywright'])
      const after = (option: string) => {
        const at = words.indexOf(option)
        return at < 0 ? undefined : words[at + 1]
      }
      return { condition: after('-n') ?? '', words: after('-a')?.split(' ') ?? [], flag: after('-l') }
    })
}

/** Whether a condition holds after these words. @throws Error for an unknown function */
function holds(condition: string, typed: readonly string[]): boolean {
  return condition.split('; ').every((part) => {
    const [, negation, name, list] = /^(?:and )?(not )?(\w+) ?(.*)$/.exec(part)!
    if (name === '__fish_use_subcommand') return typed.length === 0
    if (name !== '__fish_seen_subcommand_from') throw new Error(`unknown fish function \`${name}\``)
    return list!.split(' ').some((word) => typed.includes(word)) !== Boolean(negation)
  })
}

describe('in fish', () => {
  it('completes commands, flags and their values', async () => {
    const lines = parseFish(await scriptFor('fish')).filter(({ condition }) => condition !== '')
    const offered = (...typed: string[]) => lines.filter(({ condition }) => holds(condition, typed))
    const words = (...typed: string[]) =>
      offered(...typed).flatMap((line) => (line.flag === undefined ? line.words : []))
    const flags = (...typed: string[]) => offered(...typed).flatMap(({ flag }) => flag ?? [])
    expect(new Set(words())).toEqual(new Set(commands.map(({ name }) => name.split(' ')[0])))
    expect(words('wallets')).toEqual(['list', 'create'])
    expect(words('request')).toContain('create_wallet')
    for (const { name, flags: own = [] } of commands) {
      const expected = own.filter(({ refused }) => refused === undefined).map((flag) => flag.name)
      expect(flags(...name.split(' '))).toEqual([...expected, 'json', 'help'])
    }
    const curve = offered('generate', 'api-key').find(({ flag }) => flag === 'curve')
    expect(curve?.words).toEqual(['p256', 'secp256k1', 'ed25519'])
  })
})
