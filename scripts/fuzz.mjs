/**
 * `npm run fuzz -- --seconds 60 [target …]`: feeds the readers of `nightly/fuzz/targets.ts` with input that a coverage-guided
 * fuzzer (libFuzzer through Jazzer.js) invents. Without names, all targets share the seconds one after another, so that
 * each has that many. `--save` adds the smallest inputs that reached new code to `nightly/fuzz/corpus`.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { build } from 'esbuild'
import { ensureInstalled, ensureNightlyInstalled, root } from './lib/install.mjs'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seconds: { type: 'string', default: '60' }, save: { type: 'boolean', default: false } },
})
/** Inputs that `--save` keeps of a target. */
const MAX_SAVED = 60
const MAX_SAVED_BYTES = 400

await ensureInstalled()
await ensureNightlyInstalled()
const work = join(root, 'nightly', '.cache', 'fuzz')
const corpus = join(root, 'nightly', 'fuzz', 'corpus')
const bundle = join(work, 'targets.cjs')
await bundleTargets()
const { targets, binary } = createRequire(import.meta.url)(bundle)
const unknown = positionals.filter((name) => !Object.hasOwn(targets, name))
if (unknown.length > 0 || !/^[1-9]\d*$/.test(values.seconds)) {
  console.error(
    `Usage: npm run fuzz -- [--seconds N] [--save] [target …]\nTargets: ${Object.keys(targets).join(', ')}`,
  )
  process.exit(2)
}
const failed = (positionals.length > 0 ? positionals : Object.keys(targets)).filter((name) => !fuzz(name))
if (failed.length > 0) console.error(`Findings in: ${failed.join(', ')}. The inputs are in ${work}.`)
process.exit(failed.length > 0 ? 1 : 0)

/** CommonJS, because the fuzzer instruments what `require` loads. */
async function bundleTargets() {
  await build({
    entryPoints: [join(root, 'nightly', 'fuzz', 'targets.ts')],
    outfile: bundle,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    footer: { js: 'Object.assign(module.exports, module.exports.targets)' },
    logLevel: 'error',
    // Commands are never run.
    plugins: [
      {
        name: 'commands stay outside',
        setup: ({ onResolve }) =>
          onResolve({ filter: /^\./ }, ({ kind, importer, path }) =>
            kind === 'dynamic-import' && importer.includes('/cli/src/')
              ? { path, external: true }
              : undefined,
          ),
      },
    ],
  })
}

/** @returns {boolean} whether nothing was found */
function fuzz(name) {
  const folder = join(work, name)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const seeds = seedsOf(name)
  for (const seed of seeds) writeFileSync(join(folder, nameOf(seed)), seed)
  console.log(`\n${name}: ${values.seconds} s, ${seeds.length} seeds`)
  const jazzer = join(root, 'nightly', 'node_modules', '@jazzer.js', 'core', 'dist', 'cli.js')
  const words = [bundle, folder, '-f', name, '--timeout=20000', '--']
  const limits = [
    `-max_total_time=${values.seconds}`,
    '-max_len=4096',
    '-rss_limit_mb=4096',
    '-print_final_stats=1',
  ]
  const { status, stderr } = spawnSync(
    process.execPath,
    [jazzer, ...words, ...limits, `-artifact_prefix=${work}/${name}-`],
    { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 },
  )
  const lines = stderr.trim().split('\n')
  console.log(
    (status === 0 ? lines.filter((line) => /executed_units|DONE/.test(line)) : lines.slice(-60)).join('\n'),
  )
  if (status === 0 && values.save) save(name, folder)
  return status === 0
}

/** Corpora that tests feed too, and what earlier runs found. */
function seedsOf(name) {
  const engine = join(root, 'engine', 'src', 'badInput', 'fuzz', 'corpus')
  const tests = {
    webauthnStamp: () => linesOf(join(engine, 'webauthnStamp.txt')),
    clientData: () => linesOf(join(engine, 'clientData.txt')),
    attestation: () =>
      linesOf(join(engine, 'attestationObject.txt')).map((line) => Buffer.from(line, 'base64url')),
    json: () => linesOf(join(engine, 'request.txt')).map((line) => line.slice(line.indexOf(' ') + 1)),
    policy: () =>
      readdirSync(join(root, 'policy', 'cases')).flatMap((file) =>
        linesOf(join(root, 'policy', 'cases', file)).filter((line) => !/^(#|==>|with |side:)/.test(line)),
      ),
  }
  for (const same of ['exactJson', 'requestBody', 'callParameters']) tests[same] = tests.json
  const own = linesOf(join(root, 'keys', 'corpus', `${name}.txt`)).map((line) =>
    binary.includes(name) ? Buffer.from(line, 'hex') : line,
  )
  const saved = linesOf(join(corpus, `${name}.txt`)).map((line) => Buffer.from(line, 'base64'))
  return [...own, ...(tests[name]?.() ?? []), ...saved].map((seed) => Buffer.from(seed))
}

function save(name, folder) {
  const found = readdirSync(folder).map((file) => readFileSync(join(folder, file)))
  const kept = found
    .filter(({ length }) => length > 0 && length <= MAX_SAVED_BYTES)
    .sort((a, b) => a.length - b.length || Buffer.compare(a, b))
  // From the whole range of lengths: the shortest alone reach little.
  const step = Math.max(1, kept.length / MAX_SAVED)
  const chosen = Array.from(
    { length: Math.min(kept.length, MAX_SAVED) },
    (_, n) => kept[Math.floor(n * step)],
  )
  writeFileSync(join(corpus, `${name}.txt`), chosen.map((one) => `${one.toString('base64')}\n`).join(''))
}

const nameOf = (bytes) => createHash('sha1').update(bytes).digest('hex')

const linesOf = (file) => (existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [])
