/** `npm run check`: types, lint, prose, and the fast tests near what changed since the last commit. `-- --all` runs all fast tests. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { parseArgs } from 'node:util'
import { bin, ensureInstalled, root } from './lib/install.mjs'
import { nearTests } from './lib/nearTests.mjs'
import { run, runLanes } from './lib/steps.mjs'

const { values } = parseArgs({ options: { all: { type: 'boolean' }, help: { type: 'boolean' } } })
if (values.help) {
  console.log(
    'npm run check [-- --all]: types, and lint, prose and fast tests near what changed, or of everything',
  )
  process.exit(0)
}
await ensureInstalled()
const tool =
  (name, ...args) =>
  (options) =>
    run(process.execPath, [bin(name), ...args], { cwd: root, ...options })
/** Incremental type checks, which take a fifth of the time. */
const types = (project) => {
  const memory = `.cache/types/${project.replaceAll('/', '-')}.tsbuildinfo`
  return tool('tsc', '-p', project, '--incremental', '--tsBuildInfoFile', memory)
}
const changed = values.all
  ? undefined
  : [...git('diff', '--name-only', 'HEAD'), ...untracked()].filter(exists)
const tests = changed && nearTests(changed, sources(), entries(), packages())
process.exit(
  await runLanes([
    [
      { name: 'types', run: types('tsconfig.json') },
      { name: 'types of the examples', run: types('examples/tsconfig.json') },
      {
        name: values.all ? 'fast tests' : 'fast tests near what changed',
        run: onlyIf(tests, 'vitest', 'run', '--project=!slow', '--reporter=dot'),
      },
    ],
    [
      {
        name: 'lint and format',
        run: onlyIf(changed ?? ['.'], 'biome', 'check', '--error-on-warnings', '--no-errors-on-unmatched'),
      },
      { name: 'prose of pages and READMEs', run: onlyIf(changed, 'tsx', 'tools/scripts/prose/main.ts') },
    ],
  ]),
)

/** Runs a tool on the given files. Without a list it runs on all files, and with an empty list it doesn't run. */
function onlyIf(files, ...command) {
  return files?.length === 0 ? async () => 0 : tool(...command, ...(files ?? []))
}

function git(...args) {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
}

function untracked() {
  return git('ls-files', '--others', '--exclude-standard')
}

function exists(path) {
  return existsSync(join(root, path))
}

function read(path) {
  return readFileSync(join(root, path), 'utf8')
}

function sources() {
  const paths = [...git('ls-files', '*.ts', '*.tsx', '*.mjs'), ...untracked()].filter(exists)
  return new Map(paths.map((path) => [path, read(path)]))
}

/** What each package name with its entry stands for. */
function manifests() {
  return git('ls-files', '*/package.json').filter(exists)
}

function packages() {
  return manifests().map((path) => posix.dirname(path))
}

function entries() {
  return new Map(
    manifests().flatMap((path) => {
      const { name, exports = {} } = JSON.parse(read(path))
      return Object.entries(exports).map(([entry, target]) => [
        posix.join(name, entry),
        posix.join(posix.dirname(path), target.default ?? target),
      ])
    }),
  )
}
