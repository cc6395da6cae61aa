/** How many bytes a reader loads of the sandbox, by what he does. Bytes are the same on every machine. */
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { type OutputChunk, type OutputOptions, rolldown } from 'rolldown'
import { WORKER_CHUNK, workerChunks } from './workerChunks.ts'

export interface SandboxSizes {
  /** The worker with everything up to the first signature, gzip. */
  readonly engine: number
  /** What the page loads to run an example that nobody has edited, gzip; the isolated worker's first script with it. */
  readonly runner: number
  /** What an edited example needs besides, gzip. */
  readonly compiler: number
  /** What verifies results in the page, gzip. */
  readonly verifier: number
}

/** KB of gzip that are aimed for. */
export const SIZE_AIMS = { engine: 110, runner: 30 } as const
/** KB of gzip that a test holds. */
export const SIZE_BUDGETS = { engine: 121, runner: 8 } as const

const source = (path: string) => fileURLToPath(new URL(`../src/${path}`, import.meta.url))

/** Bundles as the site does, and weighs. */
export async function measureSandbox(): Promise<SandboxSizes> {
  const [worker, page, prelude] = await Promise.all([
    bundle('worker/main.ts', workerChunks),
    bundle('runner/index.ts'),
    bundle('runner/inside/prelude.ts'),
  ])
  return {
    engine: weigh(worker, ['main', 'start', WORKER_CHUNK]),
    runner: weigh(page, ['index']) + weigh(prelude, ['prelude']),
    compiler: weigh(page, ['compile']),
    verifier: weigh(page, ['verify']),
  }
}

async function bundle(path: string, parts: OutputOptions = {}): Promise<OutputChunk[]> {
  const made = await rolldown({ input: source(path), platform: 'browser', logLevel: 'silent' })
  const { output } = await made.generate({ format: 'es', minify: true, ...parts })
  await made.close()
  return output.filter((one): one is OutputChunk => one.type === 'chunk')
}

/** The chunks of these names, and what they import from the start. */
function weigh(chunks: readonly OutputChunk[], names: readonly string[]): number {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const wanted = new Set<OutputChunk>()
  const want = (chunk: OutputChunk | undefined) => {
    if (!chunk || wanted.has(chunk)) return
    wanted.add(chunk)
    for (const file of chunk.imports) want(byFile.get(file))
  }
  for (const name of names) {
    const chunk = chunks.find((one) => one.name === name)
    if (!chunk) throw new Error(`there is no chunk ${name} among ${chunks.map((one) => one.name).join(', ')}`)
    want(chunk)
  }
  return [...wanted].reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0)
}
