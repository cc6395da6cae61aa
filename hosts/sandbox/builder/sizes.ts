/** Measures how many bytes of the sandbox a reader loads. The result doesn't depend on the machine. */
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { type OutputChunk, type OutputOptions, rolldown } from 'rolldown'
import { WORKER_CHUNK, workerChunks } from './workerChunks.ts'

export interface SandboxSizes {
  /** Gzip size of the worker with everything up to the first call. */
  readonly engine: number
  /** Gzip size of what the first new wallet additionally needs. */
  readonly wallet: number
  /** Gzip size of what runs an unedited example, including the isolated worker's first script. */
  readonly runner: number
  /** Gzip size of what an edited example additionally needs. */
  readonly compiler: number
  /** Gzip size of the verifier. */
  readonly verifier: number
}

/** Upper bounds that a test enforces, in KB of gzip. */
export const SIZE_BUDGETS = { engine: 113, runner: 9 } as const

const source = (path: string) => fileURLToPath(new URL(`../src/${path}`, import.meta.url))

/** Bundles like the site's build and measures the sizes. */
export async function measureSandbox(): Promise<SandboxSizes> {
  const [worker, page, prelude] = await Promise.all([
    bundle('worker/main.ts', workerChunks),
    bundle('runner/index.ts'),
    bundle('runner/inside/prelude.ts'),
  ])
  const beforeCalls = ['main', 'start', WORKER_CHUNK]
  const engine = weigh(worker, beforeCalls)
  return {
    engine,
    wallet: weigh(worker, [...beforeCalls, 'derivation']) - engine,
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
    if (!chunk) throw new Error(`chunk ${name} not found among ${chunks.map((one) => one.name).join(', ')}`)
    want(chunk)
  }
  return [...wanted].reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0)
}
