/** Runs one target in a worker thread, which the parent terminates if an input hangs. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import { mutate, randomFrom } from './mutate.mjs'

const { bundle, counters: size, name, seconds, seed, seeds, shared } = workerData
/** Holds the current input: its length, then its bytes. */
const current = { length: new Int32Array(shared, 0, 2), bytes: new Uint8Array(shared, 8) }
const counters = new Uint8Array(size)
globalThis.fuzzCounters = counters
const { targets, pieceOf } = createRequire(import.meta.url)(bundle)
const target = targets[name]
/** Inputs that take longer by the clock are measured in processor time. */
const SUSPECT_MS = 10
/** Magnitudes of counts seen per branch. */
const seen = new Uint8Array(size)
const random = randomFrom(seed)
const words = wordsOf(readFileSync(bundle, 'utf8'))
const corpus = []

let runs = 0
for (const bytes of [...seeds.map((one) => Buffer.from(one)), Buffer.alloc(0)]) await run(bytes)
const end = Date.now() + seconds * 1000
while (Date.now() < end) {
  // Prefer newer inputs, which explore new branches.
  const n = random(2) === 0 ? random(corpus.length) : corpus.length - 1 - random(Math.min(corpus.length, 16))
  await run(mutate(corpus[n], corpus, words, random))
}
const branches = seen.reduce((sum, magnitudes) => sum + (magnitudes === 0 ? 0 : 1), 0)
parentPort.postMessage({ kind: 'done', runs, branches, corpus })

async function run(bytes) {
  current.length[0] = bytes.length
  current.bytes.set(bytes)
  current.length[1]++
  counters.fill(0)
  const started = performance.now()
  try {
    await target(bytes)
  } catch (error) {
    report(bytes, error?.stack ?? String(error))
  }
  if (performance.now() - started > SUSPECT_MS) await assertShort(bytes)
  runs++
  // Yield, so that the thread can be terminated and tasks of the target can run.
  if (runs % 1000 === 0) await new Promise((resolve) => setImmediate(resolve))
  if (isNew()) corpus.push(Buffer.from(bytes))
}

async function assertShort(bytes) {
  const reached = counters.slice()
  const piece = await pieceOf(function* () {
    yield target(bytes)
  })
  counters.set(reached)
  if (piece >= 1) report(bytes, `took ${piece.toFixed(1)} times the processor time that a parser may take`)
}

function report(bytes, reason) {
  parentPort.postMessage({ kind: 'finding', bytes, reason })
  process.exit()
}

function isNew() {
  let found = corpus.length === 0
  for (let n = 0; n < counters.length; n++) {
    const hits = counters[n]
    if (hits === 0) continue
    const magnitude = 1 << Math.min(7, 32 - Math.clz32(hits))
    if (seen[n] & magnitude) continue
    seen[n] |= magnitude
    found = true
  }
  return found
}

/** Short strings of the program, such as names of fields, functions and formats. */
function wordsOf(source) {
  const texts = new Set(['{', '}', '[', ']', '":', ',"', '\\u0000', '1e999', '-1', '\u202e', '\0'])
  for (const [, text] of source.matchAll(/["'`]([^"'`\\\n$]{1,40})["'`]/g)) texts.add(text)
  return [...texts].slice(0, 20_000).map((text) => Buffer.from(text))
}
