/** Builds the command from its sources when they change, and caches the result for the next start. */
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))
const cache = join(root, 'node_modules', '.cache', 'keywright')
/** Inputs of the newest build, as `[path, size, modification time]`, and its entry point. */
const recordFile = join(cache, 'newest.json')
/** Number of builds to keep, drafts of killed processes included: running processes may still load chunks of older ones. */
const KEPT_BUILDS = 5
/** Error codes of an installation that this user cannot write to. */
const UNWRITABLE = ['EACCES', 'EROFS', 'EPERM', 'ENOTDIR', 'EEXIST']

/** @returns {Promise<string>} path of a module that exports `main` */
export async function readyBundle() {
  const known = readRecord()
  if (known) return known
  const startedAt = Date.now()
  const { files, inputs } = await build()
  try {
    return keep(files, inputs, startedAt)
  } catch (error) {
    if (!UNWRITABLE.includes(error.code)) throw error
    const folder = mkdtempSync(join(tmpdir(), 'keywright-command-'))
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
    return write(folder, files)
  }
}

/** The entry of the newest build, unless a source has changed since. */
function readRecord() {
  try {
    const { entry, inputs } = JSON.parse(readFileSync(recordFile, 'utf8'))
    return inputs.every((known) => isSame(known)) && existsSync(entry) ? entry : undefined
  } catch {
    // Missing, or written by another version.
    return undefined
  }
}

function isSame([path, size, changedAt]) {
  const found = statSync(join(root, path))
  return found.size === size && found.mtimeMs === changedAt
}

async function build() {
  const { build: run } = await import('esbuild')
  const { outputFiles, metafile } = await run({
    absWorkingDir: root,
    entryPoints: ['cli/src/main.ts'],
    outdir: '.',
    bundle: true,
    // One chunk per command, so that each start loads only what its command needs.
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: 'linked',
    metafile: true,
    write: false,
    // Native binaries of the embedded database, resolved from the package that depends on them.
    external: ['@libsql/*', 'pg-native'],
    plugins: [consoleLater],
    banner: {
      js: `import { createRequire as toRequire } from 'node:module'; const require = toRequire(${JSON.stringify(join(root, 'hosts/server/package.json'))});`,
    },
  })
  const files = outputFiles.map(({ path, contents }) => ({
    path: path.slice(resolve(root).length + 1),
    contents,
  }))
  const sources = Object.keys(metafile.inputs).filter((path) => !path.includes('node_modules/'))
  const folders = new Set(sources.flatMap((path) => [path.split('/')[0], path.split('/', 2).join('/')]))
  const manifests = [...folders].map((folder) => `${folder}/package.json`)
  // npm rewrites `.package-lock.json` at each installation.
  const inputs = [...sources, ...manifests, 'cli/bin/bundle.mjs', 'node_modules/.package-lock.json']
  return { files, inputs: inputs.filter((path) => existsSync(join(root, path))) }
}

/** Resolves the `/dev` page to an absolute path, so that it is built on its first request. */
const consoleLater = {
  name: 'console',
  setup({ onResolve }) {
    onResolve({ filter: /^@keywright\/inspector\/build$/ }, () => ({
      path: pathToFileURL(join(root, 'site/inspector/builder/page.mjs')).href,
      external: true,
    }))
  },
}

function keep(files, inputs, startedAt) {
  const hash = createHash('sha256')
  for (const { path, contents } of files) hash.update(path).update(contents)
  const folder = join(cache, hash.digest('hex').slice(0, 16))
  mkdirSync(cache, { recursive: true })
  if (!existsSync(folder)) {
    const draft = mkdtempSync(join(cache, 'draft-'))
    write(draft, files)
    moveTo(folder, draft)
  }
  const entry = join(folder, 'main.js')
  const record = { entry, inputs: inputs.map((path) => toRecord(path)) }
  // Don't record a build whose sources changed while it ran.
  if (record.inputs.some(([, , changedAt]) => changedAt >= startedAt)) return entry
  const draft = `${recordFile}.${process.pid}`
  writeFileSync(draft, JSON.stringify(record))
  renameSync(draft, recordFile)
  forgetOld(folder)
  return entry
}

function toRecord(path) {
  const { size, mtimeMs } = statSync(join(root, path))
  return [path, size, mtimeMs]
}

/** If another process has already created the same build, uses that one. */
function moveTo(folder, draft) {
  try {
    renameSync(draft, folder)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
}

function write(folder, files) {
  for (const { path, contents } of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), contents)
  }
  return join(folder, 'main.js')
}

/** Others may do the same at this moment. */
function forgetOld(newest) {
  const older = readdirSync(cache)
    .map((name) => join(cache, name))
    .map((path) => ({ path, found: statSync(path, { throwIfNoEntry: false }) }))
    .filter(({ path, found }) => found?.isDirectory() && path !== newest)
    .sort((one, other) => other.found.mtimeMs - one.found.mtimeMs)
  for (const { path } of older.slice(KEPT_BUILDS - 1)) rmSync(path, { recursive: true, force: true })
}
