/** The tarballs with other package managers than npm, and in other runtimes than Node.js. */
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { temporaryFolder } from '../../../scripts/lib/temporaryFolder.ts'
import { root } from '../../../scripts/packages/workspaces.ts'

const TARBALLS = join(root, 'dist/tarballs')
const work = temporaryFolder('managers')
const tools = join(work, 'tools')

beforeAll(() => {
  if (!existsSync(TARBALLS)) throw new Error(`${TARBALLS} is missing. Run npm run release.`)
  mkdirSync(tools)
  writeFileSync(join(tools, 'package.json'), '{ "private": true }')
  const programs = ['pnpm@10', '@yarnpkg/cli-dist@4', 'bun@1.4', 'deno@2.9']
  run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...programs], tools)
  // npm doesn't run scripts of packages that nobody allowed. Both put the program of this platform in place.
  run(process.execPath, ['install.js'], join(tools, 'node_modules/bun'))
  run(process.execPath, ['install.cjs'], join(tools, 'node_modules/deno'))
}, 600_000)

function run(command: string, words: readonly string[], cwd: string): string {
  const kept = Object.entries(process.env).filter(
    ([name]) =>
      !/^(VITEST|NODE_OPTIONS|npm_(?!config_)|npm_config_strict_allow_scripts|KEYWRIGHT_)/.test(name),
  )
  const path = `${join(tools, 'node_modules/.bin')}:${process.env['PATH']}`
  const env = { ...Object.fromEntries(kept), PATH: path, CI: '1' }
  const { status, stdout, stderr } = spawnSync(command, words, { cwd, encoding: 'utf8', env })
  if (status !== 0) throw new Error(`${command} ${words.join(' ')} ended with ${status}:\n${stdout}${stderr}`)
  return stdout
}

const SETTINGS = ['enableTelemetry: false', 'enableGlobalCache: false', 'enableImmutableInstalls: false']
const yarn = (linker: string): Record<string, string> => ({
  '.yarnrc.yml': [`nodeLinker: ${linker}`, ...SETTINGS, ''].join('\n'),
  // Otherwise yarn takes the folder for a part of a project further up.
  'yarn.lock': '',
})

it.each<[string, string, string, Record<string, string>]>([
  ['pnpm, without hoisting', 'pnpm add', 'node', { '.npmrc': 'hoist=false\n' }],
  ["yarn, Plug'n'Play", 'yarn add', 'yarn node', yarn('pnp')],
  ['yarn, node_modules', 'yarn add', 'yarn node', yarn('node-modules')],
  ['Bun', 'bun add', 'bun', {}],
  ['Deno', 'pnpm add', 'deno run --allow-all --node-modules-dir=manual', {}],
])(
  '%s',
  (name, install, start, files) => {
    const folder = join(work, name.replace(/\W/g, ''))
    mkdirSync(folder)
    writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
    for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text)
    const tarballs = readdirSync(TARBALLS).map((file) => join(TARBALLS, file))
    const does = (words: string, ...more: string[]) => {
      const [command = '', ...rest] = words.split(' ')
      return run(command, [...rest, ...more], folder)
    }
    does(install, ...tarballs, 'viem@2', 'react@19')
    copyFileSync(join(import.meta.dirname, 'anywhere.mjs'), join(folder, 'anywhere.mjs'))
    expect(does(start, 'anywhere.mjs').trim().split('\n')).toEqual([
      'API_KEY_CURVE_P256 Root user',
      'API_KEY_CURVE_SECP256K1 Root user',
      'API_KEY_CURVE_ED25519 Root user',
      '12 words',
      'verified true',
    ])
  },
  300_000,
)
