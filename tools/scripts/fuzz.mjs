/**
 * `npm run fuzz -- --seconds 60 [target …]`: runs each target of `tools/tests/nightly/fuzz/targets.ts` for this time with random
 * mutations of inputs that reached new branches. `--seed` repeats a run. `--save` adds inputs that reached new branches to
 * `tools/tests/nightly/fuzz/corpus`, from which later runs start.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { ensureInstalled, ensureNightlyInstalled, root } from './lib/install.mjs'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string' },
    save: { type: 'boolean', default: false },
  },
})
/** Maximum number of inputs that `--save` keeps per target. */
const MAX_SAVED = 60
const MAX_SAVED_BYTES = 400
/** An input that never ends is a finding, as is one that takes much processor time (`pieceOf`). */
const PATIENCE_MS = 20_000

await ensureInstalled()
await ensureNightlyInstalled()
const work = join(root, 'tools/tests/nightly/.cache/fuzz')
const corpus = join(root, 'tools/tests/nightly/fuzz/corpus')
const file = join(work, 'targets.cjs')
// From the dependencies of the nightly tests.
const { bundle } = await import('../tests/nightly/fuzz/instrument.mjs')
const counters = await bundle(join(root, 'tools/tests/nightly/fuzz/targets.ts'), file)
globalThis.fuzzCounters = new Uint8Array(counters)
const { targets, binary, seeds } = createRequire(import.meta.url)(file)
const unknown = positionals.filter((name) => !Object.hasOwn(targets, name))
if (unknown.length > 0 || !/^[1-9]\d*$/.test(values.seconds)) {
  console.error(
    `Usage: npm run fuzz -- [--seconds N] [--seed N] [--save] [target …]\nTargets: ${Object.keys(targets).join(', ')}`,
  )
  process.exit(2)
}
const failed = []
for (const name of positionals.length > 0 ? positionals : Object.keys(targets)) {
  if (!(await fuzz(name))) failed.push(name)
}
if (failed.length > 0) console.error(`Findings in: ${failed.join(', ')}. The inputs are in ${work}.`)
process.exit(failed.length > 0 ? 1 : 0)

/** @returns {Promise<boolean>} whether there were no findings */
async function fuzz(name) {
  const begun = seedsOf(name)
  const seed = Number(values.seed ?? Date.now() % 2 ** 32)
  console.log(`\n${name}: ${values.seconds} s, ${begun.length} inputs to begin with, seed ${seed}`)
  const shared = new SharedArrayBuffer(8 + 65_536)
  const [length, bytes] = [new Int32Array(shared, 0, 2), new Uint8Array(shared, 8)]
  const worker = new Worker(join(root, 'tools/tests/nightly/fuzz/worker.mjs'), {
    workerData: { bundle: file, counters, name, seconds: Number(values.seconds), seed, seeds: begun, shared },
    resourceLimits: { maxOldGenerationSizeMb: 1024 },
  })
  let before = -1
  const outcome = await new Promise((resolve) => {
    const found = (reason) =>
      resolve({ kind: 'finding', bytes: Buffer.from(bytes.slice(0, length[0])), reason })
    const watch = setInterval(() => {
      if (length[1] === before) found(`no end within ${PATIENCE_MS / 1000} s`)
      before = length[1]
    }, PATIENCE_MS)
    worker.on('message', resolve).on('error', (error) => found(String(error.stack ?? error)))
    worker.on('exit', () => clearInterval(watch))
  })
  await worker.terminate()
  if (outcome.kind === 'done') {
    console.log(
      `${outcome.runs} runs reached ${outcome.branches} branches with ${outcome.corpus.length} inputs`,
    )
    if (values.save) save(name, outcome.corpus)
    return true
  }
  mkdirSync(work, { recursive: true })
  const path = join(work, `${name}-${seed}`)
  writeFileSync(path, outcome.bytes)
  console.error(
    `${outcome.reason}\ninput: ${path}\n${JSON.stringify(Buffer.from(outcome.bytes).toString('latin1').slice(0, 500))}`,
  )
  return false
}

/** Corpora, and saved inputs of earlier runs. */
function seedsOf(name) {
  const engine = join(root, 'engine/core/corpus')
  const tests = {
    webauthnStamp: () => linesOf(join(engine, 'webauthnStamp.txt')),
    clientData: () => linesOf(join(engine, 'clientData.txt')).map((line) => Buffer.from(line, 'base64url')),
    attestation: () =>
      linesOf(join(engine, 'attestationObject.txt')).map((line) => Buffer.from(line, 'base64url')),
    oidcToken: () => linesOf(join(engine, 'oidcToken.txt')).map((line) => `\0${line}`),
    issuerDocument: () => linesOf(join(engine, 'issuerDocument.txt')).map((line) => `\0\0${line}`),
    json: () => linesOf(join(engine, 'request.txt')).map((line) => line.slice(line.indexOf(' ') + 1)),
    policy: () => [
      ...linesOf(join(root, 'engine/policy/corpus/parser.jsonl')).map((line) => JSON.parse(line)),
      ...readdirSync(join(root, 'engine/policy/cases')).flatMap((file) =>
        linesOf(join(root, 'engine/policy/cases', file)).filter((line) => !/^(#|==>|with |side:)/.test(line)),
      ),
    ],
  }
  for (const same of ['exactJson', 'requestBody', 'callParameters']) tests[same] = tests.json
  const own = linesOf(join(root, 'engine/keys/corpus', `${name}.txt`)).map((line) =>
    binary.includes(name) ? Buffer.from(line, 'hex') : line,
  )
  const saved = linesOf(join(corpus, `${name}.txt`)).map((line) => Buffer.from(line, 'base64'))
  const good = Object.hasOwn(seeds, name) ? [seeds[name]] : []
  return [...good, ...own, ...(tests[name]?.() ?? []), ...saved].map((seed) => Buffer.from(seed))
}

function save(name, found) {
  const kept = found
    .map((bytes) => Buffer.from(bytes))
    .filter(({ length }) => length > 0 && length <= MAX_SAVED_BYTES)
    .sort((a, b) => a.length - b.length || Buffer.compare(a, b))
  // From the whole range of lengths, because the shortest inputs reach few branches.
  const step = Math.max(1, kept.length / MAX_SAVED)
  const chosen = Array.from(
    { length: Math.min(kept.length, MAX_SAVED) },
    (_, n) => kept[Math.floor(n * step)],
  )
  mkdirSync(corpus, { recursive: true })
  writeFileSync(join(corpus, `${name}.txt`), chosen.map((one) => `${one.toString('base64')}\n`).join(''))
}

function linesOf(path) {
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : []
}
