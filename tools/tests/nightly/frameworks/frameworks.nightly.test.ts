/** A small application per framework, in an empty folder, with the packages that `npm run release` packs. */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { temporaryFolder } from '../../../scripts/lib/temporaryFolder.ts'

const root = join(import.meta.dirname, '../../../..')
const TARBALLS = join(root, 'dist/tarballs')
const apps = join(import.meta.dirname, 'apps')
/** As the page on testing shows it. */
const JSDOM = /```js title="jsdomWithNode.mjs"\n(.*?)```/s.exec(
  readFileSync(join(root, 'site/content/getting-started/testing.mdx'), 'utf8'),
)![1]!
const work = temporaryFolder('frameworks')
beforeAll(() => {
  if (!existsSync(TARBALLS)) throw new Error(`${TARBALLS} is missing. Run npm run release.`)
})

const REACT_18 = ['react@18', 'react-dom@18', '@types/react@18', '@types/react-dom@18']
const REACT_19 = ['react@19', 'react-dom@19', '@types/react@19', '@types/react-dom@19']
const HTML = 8

interface Row {
  readonly name: string
  readonly installs: readonly string[]
  readonly files: readonly string[]
  readonly commands: readonly string[]
  /** Number of buttons in the HTML that the file contains, or the last command's output. */
  readonly buttons?: readonly [count: number, file?: string]
}

const rendered = (version: string, installs: readonly string[]): Row => ({
  name: `React ${version}`,
  installs: [...installs, 'typescript@5', 'tsx@4'],
  files: ['App.tsx', 'server.tsx', 'tsconfig.json'],
  commands: ['tsc', 'tsx server.tsx'],
  buttons: [HTML],
})

const vitest = (pool: string, environment: string): Row => ({
  name: `Vitest: ${pool}, ${environment}`,
  installs: [...REACT_19, 'vitest@4', 'jsdom', 'happy-dom'],
  files: [environment === 'node' ? 'engine.test.js' : 'kit.test.js'],
  commands: [`vitest run --globals --testTimeout 60000 --pool ${pool} --environment ${environment}`],
})

const jest = (environment: string, file: string): Row => ({
  name: `Jest: ${environment}`,
  installs: [...REACT_19, 'jest@30', 'jest-environment-jsdom@30'],
  files: [file],
  commands: [
    `node --experimental-vm-modules node_modules/jest/bin/jest.js --testTimeout 60000 --env ${environment}`,
  ],
})

const rows: readonly Row[] = [
  rendered('18', REACT_18),
  rendered('19', REACT_19),
  {
    name: 'Vite',
    installs: [...REACT_19, 'vite@7'],
    files: ['App.tsx', 'main.tsx', 'index.html'],
    commands: ['vite build'],
  },
  {
    name: 'Next App Router',
    installs: [...REACT_19, 'next@16', 'typescript@5', '@types/node@20'],
    files: ['App.tsx', 'app'],
    commands: ['next build'],
    buttons: [HTML + 1, '.next/server/app/index.html'],
  },
  jest('node', 'engine.test.js'),
  jest('./jsdomWithNode.mjs', 'kit.test.js'),
  ...['threads', 'forks'].flatMap((pool) =>
    ['node', 'jsdom', 'happy-dom'].map((environment) => vitest(pool, environment)),
  ),
  // With a document, these pools lack WebCrypto and more: the page on testing says so.
  ...['vmThreads', 'vmForks'].map((pool) => vitest(pool, 'node')),
]

/** Projects with the same packages share a folder. */
const folders = new Map<string, string>()

function projectWith(installs: readonly string[]): string {
  const key = installs.join(' ')
  const known = folders.get(key)
  if (known) return known
  const folder = join(work, String(folders.size))
  folders.set(key, folder)
  mkdirSync(folder)
  writeFileSync(
    join(folder, 'package.json'),
    '{ "private": true, "type": "module", "jest": { "transform": {} } }',
  )
  const ours = readdirSync(TARBALLS)
    .filter((name) => /^(keywright-(browser|client|react)-\d|keywright-\d)/.test(name))
    .map((name) => join(TARBALLS, name))
  run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', ...ours, ...installs], folder)
  return folder
}

function run(command: string, words: readonly string[], cwd: string): string {
  const kept = Object.entries(process.env).filter(
    ([name]) =>
      !/^(VITEST|NODE_OPTIONS|npm_(?!config_)|npm_config_strict_allow_scripts|KEYWRIGHT_)/.test(name),
  )
  const env = { ...Object.fromEntries(kept), NEXT_TELEMETRY_DISABLED: '1', CI: '1', NODE_ENV: '' }
  const { status, stdout, stderr } = spawnSync(command, words, { cwd, encoding: 'utf8', env })
  if (status !== 0) throw new Error(`${command} ${words.join(' ')} ended with ${status}:\n${stdout}${stderr}`)
  return stdout + stderr
}

it.each(rows.map((row) => [row.name, row] as const))('%s', { timeout: 600_000 }, (_, row) => {
  const folder = projectWith(row.installs)
  for (const file of readdirSync(apps)) rmSync(join(folder, file), { recursive: true, force: true })
  writeFileSync(join(folder, 'jsdomWithNode.mjs'), JSDOM)
  for (const file of row.files) cpSync(join(apps, file), join(folder, file), { recursive: true })
  const [last] = row.commands
    .map((command) => {
      const [program = '', ...words] = command.split(' ')
      const output =
        program === 'node' ? run(process.execPath, words, folder) : run('npx', [program, ...words], folder)
      expect(output.match(/.*externalized for browser compatibility.*|.*Critical dependency.*/g)).toBeNull()
      return output
    })
    .reverse()
  if (row.buttons) {
    const [count, file] = row.buttons
    const html = file === undefined ? last! : readFileSync(join(folder, file), 'utf8')
    expect(html.match(/<button/g)).toHaveLength(count)
  }
})
