/** The import directions of ARCHITECTURE.md and the declarations of each package, read from the sources. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { publicEntries, sourceOf } from '../../scripts/packages/publishedManifest.ts'
import { isPublished, listWorkspaces, readManifest } from '../../scripts/packages/workspaces.ts'
import { circlesIn } from './circles.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

const ROOT = readManifest(root)

/** Folder of each workspace → its manifest. */
const workspaces = new Map(listWorkspaces().map(({ folder, manifest }) => [folder, manifest] as const))

/** Package name → its folder. */
const folderOf = new Map([...workspaces].map(([folder, { name }]) => [name, folder]))

const LIBRARIES = ['contract', 'engine/keys', 'engine/policy']
const SDK = [...workspaces.keys()].filter((folder) => /^sdk\/(?!testing)/.test(folder))

/** Workspace → the workspaces whose public entry points its sources may import. */
const allowed: Record<string, readonly string[]> = {
  contract: [],
  'engine/keys': [],
  'engine/policy': [],
  'site/search': ['engine/policy'],
  'engine/core': LIBRARIES,
  'hosts/shared': ['engine/core', 'contract', 'engine/keys'],
  'hosts/development': ['hosts/shared', 'engine/core', ...LIBRARIES],
  'hosts/server': ['hosts/shared', 'hosts/development', 'engine/core', 'site/inspector', ...LIBRARIES],
  'hosts/sandbox': ['hosts/development', 'engine/core', ...LIBRARIES],
  // Only types of the hosts: see below.
  'site/ui': [],
  'site/inspector': ['site/ui', 'contract', 'engine/policy', 'hosts/shared', 'hosts/development'],
  'sdk/testing': ['hosts/shared', 'hosts/development', 'engine/core', ...LIBRARIES, ...SDK],
  // Packages for integrators must not include the engine.
  ...Object.fromEntries(SDK.map((folder) => [folder, ['contract', ...SDK]])),
  // Webhooks use the strict JSON reader, the software passkey generates keys, and denials are explained on the spot.
  'sdk/client': ['contract', 'engine/keys', 'engine/policy'],
  // Some examples use the libraries directly.
  examples: ['cli', 'engine/core', ...LIBRARIES, ...SDK],
  // Starters are user programs.
  starters: ['cli', ...SDK],
  cli: [
    'hosts/development',
    'hosts/server',
    'sdk/testing',
    'clients/conformance',
    'site/search',
    ...LIBRARIES,
    ...SDK,
  ],
  'clients/conformance': ['sdk/testing', 'engine/keys', ...SDK],
  // The build knows and replays the commands on pages; a page runs those that don't need a machine.
  site: [
    'contract',
    'engine/keys',
    'engine/policy',
    'site/search',
    'site/inspector',
    'site/ui',
    'hosts/sandbox',
    'examples',
    'clients/conformance',
    'cli',
    'hosts/server',
    ...SDK,
  ],
  'tools/bench': [...workspaces.keys()],
}

/** Tests may also use a real engine, a real server, and our reference implementations. */
const FOR_TESTS = [
  'contract',
  'engine/keys',
  'engine/policy',
  'engine/core',
  'hosts/shared',
  'hosts/development',
  'hosts/server',
  'sdk/testing',
  'hosts/sandbox',
  ...SDK,
]
/** Must not be imported even by tests of lower workspaces. */
const PURE_LIBRARIES = new Set([...LIBRARIES, 'engine/core'])

/** Runs in a tab, in Node and in tests alike, so host APIs are not allowed. */
const PURE = ['contract', 'engine/keys', 'engine/policy', 'engine/core', 'hosts/shared', 'hosts/development']

/** Test tools that the root package declares for all workspaces. */
const TEST_TOOLS = new Set(Object.keys(ROOT.devDependencies ?? {}))

function sourcesOf(folder: string): string[] {
  const base = join(root, folder)
  // Workspaces within this one, such as `site/search`.
  const inside = [...workspaces.keys()]
    .filter((other) => other.startsWith(`${folder}/`))
    .map((other) => join(root, other, sep))
  return readdirSync(base, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(tsx?|mjs)$/.test(file) && !/(^|[\\/])(node_modules|dist|\.cache)[\\/]/.test(file))
    .map((file) => join(base, file))
    .filter((file) => !inside.some((path) => file.startsWith(path)))
}

/** Packages declared for files of `keys` that the published package contains. */
const namedElsewhere: Record<string, readonly string[]> = {
  cli: ['tiny-secp256k1'],
  'sdk/client': ['@levischuck/tiny-cbor', '@scure/btc-signer', 'micro-eth-signer'],
}

const styleSheetsOf = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /^src[\\/].*\.css$/.test(file))
    .map((file) => join(root, folder, file))

function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  // Linear on purpose: a pattern that spans lines takes minutes on a long file. A string that begins with `import` isn't an import.
  const pattern = /\bfrom\s*['"]([^'"\n]+)['"]|(?<!['"`])\bimport\s*\(?\s*['"]([^'"\n]+)['"]/g
  return [...text.matchAll(pattern)].map((match) => (match[1] ?? match[2])!)
}

/** `@scope/name/inside` → `@scope/name`; undefined for other specifiers (relative, built-in, generated). */
function packageOf(specifier: string): string | undefined {
  const name = /^(@[\w.-]+\/)?[a-z][\w.-]*/.exec(specifier)?.[0]
  const isWhole = name !== undefined && (specifier === name || specifier[name.length] === '/')
  return isWhole && !specifier.includes(' ') && !builtinModules.includes(name) ? name : undefined
}

/** Whether a starter's own manifest declares the package, because it isn't installed here. */
const isOfStarter = (file: string, name: string): boolean =>
  /[\\/]projects[\\/]next[\\/]/.test(file) && name in NEXT.dependencies!
const NEXT = readManifest(join(root, 'starters/projects/next'))

const isTest = (file: string) =>
  /\.test(-d)?\.tsx?$|[\\/](test|(?<!^sdk[\\/])testing|badInput|callCoverage|e2e|fixtures|crash|socket)[\\/]|[\\/]suite\.ts$/.test(
    file.slice(root.length),
  )

const compiled = listWorkspaces().filter((one) => isPublished(one) && SDK.includes(one.folder))

it.each(compiled.map((one) => [one.folder, one.manifest] as const))(
  '%s declares the packages that it reaches through unpublished workspaces, whose files it contains',
  (folder, manifest) => {
    const declared = { ...manifest.dependencies, ...manifest.peerDependencies, [manifest.name]: '' }
    const reached = new Set<string>()
    const wrong: string[] = []
    const visit = (file: string): void => {
      if (reached.has(file) || !existsSync(file)) return
      reached.add(file)
      for (const specifier of importsOf(file)) {
        if (specifier.startsWith('.')) visit(join(dirname(file), specifier))
        const name = packageOf(specifier)
        if (name === undefined || name in declared) continue
        const inside = workspaces.get(folderOf.get(name) ?? '')
        const entry = inside && !inside.publishConfig && inside.exports?.[`.${specifier.slice(name.length)}`]
        if (entry) visit(join(root, folderOf.get(name)!, sourceOf(entry)))
        else wrong.push(`${relative(root, file)} imports ${specifier}`)
      }
    }
    for (const entry of Object.values(publicEntries(manifest))) visit(join(root, folder, sourceOf(entry)))
    expect(reached.size).toBeGreaterThan(0)
    expect(wrong).toEqual([])
  },
)

describe.each([...workspaces])('%s', (folder, manifest) => {
  const files = sourcesOf(folder)

  it('is listed in the allowed directions', () => {
    expect(Object.keys(allowed)).toContain(folder)
  })

  it('imports only lower workspaces', () => {
    const wrong = files.flatMap((file) =>
      importsOf(file)
        .map((specifier) => ({ specifier, target: folderOf.get(packageOf(specifier) ?? '') }))
        .filter(({ target }) => target !== undefined && target !== folder && !mayImport(file, target))
        .map(({ specifier }) => `${relative(root, file)} imports ${specifier}`),
    )
    expect(wrong).toEqual([])
  })

  function mayImport(file: string, target: string): boolean {
    if (allowed[folder]!.includes(target)) return true
    return isTest(file) && !PURE_LIBRARIES.has(folder) && FOR_TESTS.includes(target)
  }

  it('declares every package that it imports', () => {
    const run = { ...manifest.dependencies, ...manifest.peerDependencies }
    const test = { ...run, ...manifest.devDependencies }
    const wrong = files.flatMap((file) =>
      importsOf(file)
        .map((specifier) => packageOf(specifier))
        .filter((name) => name !== undefined && name !== manifest.name && !isTypesOnly(name))
        .filter((name) => !(name! in test) && !TEST_TOOLS.has(name!) && !isOfStarter(file, name!))
        .map(
          (name) => `${relative(root, file)} imports ${name}, which ${folder}/package.json does not declare`,
        ),
    )
    expect(wrong).toEqual([])
  })

  it('declares no package that its files don’t use', () => {
    const declared = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })
    const texts = [...files, ...styleSheetsOf(folder)].map((file) => readFileSync(file, 'utf8')).join('\n')
    const isNamed = (name: string) => name.startsWith('@types/') || texts.includes(name)
    expect(declared.filter((name) => !isNamed(name) && !namedElsewhere[folder]?.includes(name))).toEqual([])
  })

  /** `hast` is declared as `@types/hast`. */
  const isTypesOnly = (name: string) => `@types/${name}` in { ...manifest.devDependencies }

  it('has no import cycles', () => {
    const named = files.map((file) => ({
      fileName: relative(root, file),
      imports: importsOf(file)
        .filter((specifier) => specifier.startsWith('.'))
        .map((specifier) => relative(root, resolve(dirname(file), specifier))),
    }))
    expect(circlesIn(named)).toEqual([])
  })

  it("never reaches into another workspace's inside", () => {
    const wrong = files.flatMap((file) =>
      importsOf(file)
        .filter((specifier) => specifier.startsWith('.'))
        .filter((specifier) => {
          const path = relative(root, resolve(dirname(file), specifier)).split(sep)
          const target = [3, 2, 1]
            .map((depth) => path.slice(0, depth).join('/'))
            .find((name) => workspaces.has(name))
          return target !== undefined && target !== folder
        })
        .map((specifier) => `${relative(root, file)} imports ${specifier}`),
    )
    expect(wrong).toEqual([])
  })

  if (PURE.includes(folder)) {
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

it('a team server imports nothing of development', () => {
  const wrong = sourcesOf('hosts/server')
    .filter(
      (file) =>
        !isTest(file) && !/^hosts[\\/]server[\\/]src[\\/](dev[\\/]|index\.ts$)/.test(relative(root, file)),
    )
    .filter((file) => importsOf(file).includes('@keywright/devhost'))
  expect(wrong).toEqual([])
})

it('the inspector imports only types from hosts', () => {
  const wrong = sourcesOf('site/inspector')
    .filter((file) => !isTest(file))
    .flatMap(
      (file) => readFileSync(file, 'utf8').match(/^import (?!type )[^\n]*'@keywright\/devhost'/gm) ?? [],
    )
  expect(wrong).toEqual([])
})

/** Folders of sources, from the lowest. Each imports only folders before it. */
describe.each([
  [
    'engine/core',
    ['http', 'store', 'identity', 'outbox', 'authenticate', 'authorize', 'activity', 'calls', 'journal'],
  ],
  ['site', ['config', 'styles', 'shared', 'search', 'widgets', 'reference', 'mdx', 'frame']],
  ['cli', ['output', 'host', 'arguments', 'files', 'connect', 'policy', 'operate', 'mcp', 'commands']],
])('folders of %s', (workspace, folders) => {
  const base = join(root, workspace, 'src')
  const folderOf = (file: string) => relative(base, file).split(sep).slice(0, -1)[0]
  const files = sourcesOf(workspace).filter((path) => path.startsWith(base + sep) && !isTest(path))

  it('are these', () => {
    const found = new Set(files.flatMap((file) => folderOf(file) ?? []))
    expect([...found].sort()).toEqual([...folders].sort())
  })

  it('import only lower ones', () => {
    const rank = (file: string) => folders.indexOf(folderOf(file)!)
    const wrong = files.flatMap((file) =>
      importsOf(file)
        .filter((specifier) => specifier.startsWith('.') && folderOf(file) !== undefined)
        .map((specifier) => resolve(dirname(file), specifier))
        .filter((target) => folderOf(target) !== undefined && rank(target) > rank(file))
        .map((target) => `${relative(root, file)} imports ${relative(root, target)}`),
    )
    expect(wrong).toEqual([])
  })
})

it('reads import statements of every form', () => {
  const sample = fileURLToPath(import.meta.url)
  expect(importsOf(sample)).toEqual(expect.arrayContaining(['node:fs', 'node:path', 'node:url', 'vitest']))
})

it('keeps site/src free of imports from site/builder', () => {
  const wrong = sourcesOf('site/src')
    .filter((file) => !isTest(file))
    .flatMap((file) =>
      importsOf(file)
        .filter((specifier) => /^(\.\.\/)+builder\//.test(specifier))
        .map((specifier) => `${relative(root, file)} imports ${specifier}`),
    )
  expect(wrong).toEqual([])
})
