import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { describe, expect, it } from 'vitest'
import { callWords } from './words.ts'

/** A client that validates the requests of every call. */
async function bundleOf(source: string): Promise<string> {
  const outcome = await build({
    stdin: { contents: source, resolveDir: import.meta.dirname, loader: 'ts' },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    write: false,
  })
  return outcome.outputFiles[0]!.text
}

describe('a client that validates every call', async () => {
  const code = await bundleOf(
    `export { calls, findCall, parseQuery, parseSubmit, ApiError } from './index.ts'`,
  )

  it('stays under 22 KB gzip', () => {
    const bytes = gzipSync(code, { level: 9 }).length
    console.info(`validation bundle, all calls: ${bytes} bytes gzip, ${code.length} bytes minified`)
    expect(bytes).toBeLessThan(22 * 1024)
  })

  it('makes no code out of text', () => {
    expect(code).not.toMatch(/\beval\s*\(|\bFunction\s*\(|new Function\b/)
  })

  it('contains no texts of the reference', async () => {
    const summary = callWords.whoami.summary
    expect(code).not.toContain(summary)
    expect(await bundleOf(`export { callWords } from './words.ts'`)).toContain(summary)
  })

  it('needs nothing of the platform but the language', () => {
    expect(code).not.toMatch(/\b(require\(|process\.|Buffer\b|document\.|window\.)/)
  })
})
