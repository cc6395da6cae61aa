/** A copy of the repository to change. Third-party packages are links; packages of the workspace are those of the copy. */
import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const TYPES = 'node_modules/.cache/types.tsbuildinfo'

export interface Copy {
  /** Replaces a text that the file has exactly once. */
  edit(file: string, before: string, after: string): void
  /** Runs `npm run generate -- STEPS` and formats what changed. */
  generate(...steps: readonly string[]): void
  /** Checks all types. @returns the files with errors */
  types(): string[]
  /** Runs tests. @returns the names of those that fail */
  tests(...files: readonly string[]): string[]
  remove(): void
}

export function copyRepository(): Copy {
  const folder = mkdtempSync(join(tmpdir(), 'keywright-recipe-'))
  // The database server of the tests runs as another user.
  chmodSync(folder, 0o755)
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 })
  for (const file of files.split('\0').filter((name) => name && existsSync(join(root, name)))) {
    cpSync(join(root, file), join(folder, file))
  }
  linkPackages(join(root, 'node_modules'), join(folder, 'node_modules'))
  for (const nested of ['site', 'sdk/web3', 'hosts/sandbox', 'tools/tests/nightly']) {
    const packages = join(root, nested, 'node_modules')
    if (existsSync(packages)) symlinkSync(packages, join(folder, nested, 'node_modules'))
  }
  mkdirSync(join(folder, dirname(TYPES)), { recursive: true })
  const tool = (name: string, ...words: readonly string[]) =>
    spawnSync(process.execPath, [join(folder, 'node_modules/.bin', name), ...words], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, FORCE_COLOR: '0' },
      maxBuffer: 2 ** 26,
    })

  return {
    edit(file, before, after) {
      const text = readFileSync(join(folder, file), 'utf8')
      if (text.split(before).length !== 2) throw new Error(`${file} doesn't have this once: ${before}`)
      writeFileSync(
        join(folder, file),
        text.replace(before, () => after),
      )
    },
    generate(...steps) {
      const { status, stdout, stderr } = spawnSync('npm', ['run', 'generate', '--', ...steps], {
        cwd: folder,
        encoding: 'utf8',
      })
      if (status !== 0) throw new Error(`npm run generate -- ${steps.join(' ')} failed: ${stdout}${stderr}`)
    },
    types() {
      const { status, stdout } = tool(
        'tsc',
        ...['-p', 'tsconfig.json', '--pretty', 'false', '--incremental', '--tsBuildInfoFile', TYPES],
      )
      const wrong = new Set([...stdout.matchAll(/^(\S+)\(\d+,\d+\): error/gm)].map(([, file]) => file!))
      if ((status === 0) !== (wrong.size === 0)) throw new Error(`tsc ended with ${status}: ${stdout}`)
      return [...wrong].sort()
    },
    tests(...paths) {
      const { stdout, stderr } = tool('vitest', 'run', '--reporter=json', ...paths)
      const start = stdout.indexOf('{"')
      if (start < 0) throw new Error(`No tests ran: ${stdout}${stderr}`)
      const { testResults } = JSON.parse(stdout.slice(start)) as Report
      return testResults.flatMap(({ name, message, assertionResults }) => [
        // A file that doesn't load has no tests.
        ...(assertionResults.length === 0 ? [`${name.slice(folder.length + 1)}: ${message}`] : []),
        ...assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
      ])
    },
    remove: () => rmSync(folder, { recursive: true }),
  }
}

interface Report {
  readonly testResults: readonly {
    readonly name: string
    readonly message: string
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[]
  }[]
}

/** Workspaces are relative links, which lead into the copy. Everything else becomes a link to the original. */
function linkPackages(from: string, to: string): void {
  mkdirSync(to)
  for (const name of readdirSync(from)) {
    const [source, target] = [join(from, name), join(to, name)]
    if (lstatSync(source).isSymbolicLink()) symlinkSync(readlinkSync(source), target)
    else if (name === '.cache') continue
    else if (name.startsWith('@')) linkPackages(source, target)
    else symlinkSync(source, target)
  }
}
