/** The import directions of ARCHITECTURE.md, read from the sources. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Workspace → the workspaces whose public entry points it may import. */
const allowed: Record<string, readonly string[]> = {
  contract: [],
  keys: [],
  policy: [],
  engine: ['contract', 'keys', 'policy'],
  scenarios: ['server', 'engine', 'contract', 'keys', 'policy'],
  server: ['engine', 'contract', 'keys', 'policy'],
  cli: ['server', 'contract', 'keys', 'policy'],
  interop: ['server', 'engine', 'contract', 'keys'],
  site: ['contract', 'policy', 'interop'],
  bench: ['contract', 'keys', 'policy', 'engine', 'server', 'site'],
}

const workspaceOf: Record<string, string> = {
  keywright: 'cli',
  ...Object.fromEntries(Object.keys(allowed).map((name) => [`@keywright/${name}`, name])),
}

/** What runs in a tab, in Node and in a test alike: no host API may enter. */
const PURE = ['contract', 'keys', 'policy', 'engine']

function sourcesOf(workspace: string): string[] {
  const base = join(root, workspace)
  return readdirSync(base, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/(^|[\\/])(node_modules|dist|\.cache)[\\/]/.test(file))
    .map((file) => join(base, file))
}

function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  // Linear on purpose: a pattern that follows a statement over its lines takes minutes on a long file.
  const pattern = /\bfrom\s*['"]([^'"\n]+)['"]|\bimport\s*\(?\s*['"]([^'"\n]+)['"]/g
  return [...text.matchAll(pattern)].map((match) => (match[1] ?? match[2])!)
}

const isTest = (file: string) =>
  /\.test(-d)?\.tsx?$|[\\/](test|test-support|testing|badInput|callCoverage|e2e|fixtures)[\\/]/.test(file)

describe.each(Object.keys(allowed))('%s', (workspace) => {
  const files = sourcesOf(workspace)

  it('imports only the workspaces below it', () => {
    const wrong = files.flatMap((file) =>
      importsOf(file)
        .map((specifier) => ({
          specifier,
          target:
            workspaceOf[
              specifier
                .split('/')
                .slice(0, specifier[0] === '@' ? 2 : 1)
                .join('/')
            ],
        }))
        .filter(({ target }) => target && target !== workspace && !allowed[workspace]!.includes(target))
        .map(({ specifier }) => `${relative(root, file)} imports ${specifier}`),
    )
    expect(wrong).toEqual([])
  })

  it("never reaches into another workspace's inside", () => {
    const wrong = files.flatMap((file) =>
      importsOf(file)
        .filter((specifier) => specifier.startsWith('.'))
        .filter((specifier) => {
          const top = relative(root, resolve(dirname(file), specifier)).split(sep)[0]!
          return top !== workspace && top in allowed
        })
        .map((specifier) => `${relative(root, file)} imports ${specifier}`),
    )
    expect(wrong).toEqual([])
  })

  if (PURE.includes(workspace)) {
    it('uses no host API', () => {
      const wrong = files
        .filter((file) => !isTest(file))
        .flatMap((file) =>
          importsOf(file)
            .filter((s) => s.startsWith('node:'))
            .map((s) => `${relative(root, file)} imports ${s}`),
        )
      expect(wrong).toEqual([])
    })
  }
})

it('reads import statements of every form', () => {
  const sample = join(root, 'test', 'imports.test.ts')
  expect(importsOf(sample)).toEqual(expect.arrayContaining(['node:fs', 'node:path', 'node:url', 'vitest']))
})
