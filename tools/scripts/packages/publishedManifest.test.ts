/** Manifests of tarballs, generated from the source manifests. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { brand } from '../../../site/brand.ts'
import { publicEntries, publishedManifest } from './publishedManifest.ts'
import {
  isPublished,
  listWorkspaces,
  type Manifest,
  readManifest,
  root,
  type Workspace,
} from './workspaces.ts'

const all = listWorkspaces()
const published = all.filter(isPublished)
const base = readManifest(root)

const example = (changes: Partial<Manifest> = {}): Workspace => ({
  folder: 'sdk/example',
  path: join(root, 'sdk/example'),
  manifest: {
    name: '@keywright/example',
    version: '1.2.3',
    description: 'An example',
    private: true,
    exports: { '.': './src/index.ts', './testing': './src/testing/index.tsx' },
    publishConfig: { access: 'public' },
    ...changes,
  },
})

describe('the manifest of a tarball', () => {
  it('replaces sources with built files', () => {
    expect(publishedManifest(example(), all, base)).toMatchObject({
      exports: {
        '.': { types: './dist/index.d.ts', default: './dist/index.js' },
        './testing': { types: './dist/testing/index.d.ts', default: './dist/testing/index.js' },
        './package.json': './package.json',
      },
      main: './dist/index.js',
      files: ['dist'],
      engines: base.engines,
    })
  })

  it('keeps conditions, also in `imports`', () => {
    const target = { browser: './src/a.browser.ts', default: './src/a.ts' }
    const manifest = example({ exports: { '.': target }, imports: { '#a': target } })
    expect(publishedManifest(manifest, all, base)).toMatchObject({
      main: './dist/a.js',
      exports: {
        '.': {
          browser: { types: './dist/a.browser.d.ts', default: './dist/a.browser.js' },
          default: { types: './dist/a.d.ts', default: './dist/a.js' },
        },
      },
      imports: { '#a': { browser: './dist/a.browser.js', default: './dist/a.js' } },
    })
  })

  it('omits fields for the repository', () => {
    const workspace = example({
      keywright: { internal: ['./testing'] },
      devDependencies: { vitest: '*' },
      scripts: { test: 'vitest' },
    })
    const manifest = publishedManifest(workspace, all, base) as Manifest
    expect(Object.keys(manifest.exports!)).toEqual(['.', './package.json'])
    for (const field of ['private', 'scripts', 'devDependencies', 'keywright']) {
      expect(manifest).not.toHaveProperty(field)
    }
  })

  it('has only the external dependencies of a bundle, in the version of the sources', () => {
    const workspace = example({
      dependencies: { '@keywright/server': '0.1.0' },
      keywright: { bundle: { entry: './src/main.ts', external: ['pg'] } },
    })
    const { dependencies } = publishedManifest(workspace, all, base) as Manifest
    const server = all.find(({ folder }) => folder === 'hosts/server')!.manifest
    expect(dependencies).toEqual({ pg: server.dependencies!['pg'] })
  })

  it.each([
    ['no description', { description: '' }, /no description/],
    ['an entry point outside src', { exports: { '.': './index.ts' } }, /not a TypeScript source under/],
    ['an unknown internal entry point', { keywright: { internal: ['./gone'] } }, /not an entry point/],
    ['conditions without a default', { exports: { '.': { browser: './src/a.ts' } } }, /no default among/],
    [
      'an external package without a dependent workspace',
      { keywright: { bundle: { entry: './src/main.ts', external: ['left-pad'] } } },
      /no workspace depends on left-pad/,
    ],
  ])('is rejected with %s', (_, changes, message) => {
    expect(() => publishedManifest(example(changes), all, base)).toThrow(message)
  })
})

it.each(all.map(({ folder }) => folder))('%s/package.json has no redundant fields', (folder) => {
  const text = readFileSync(join(root, folder, 'package.json'), 'utf8')
  const keys = [...text.matchAll(/^ {2}"([^"]+)":/gm)].map((match) => match[1])
  expect(keys).toEqual([...new Set(keys)])
})

describe('install instructions', () => {
  const names = [
    'all',
    ...published.flatMap(({ manifest }) => [
      manifest.name,
      ...Object.keys(publicEntries(manifest)).map((entry) => `${manifest.name}${entry.slice(1)}`),
    ]),
  ]

  it('name only existing packages and entry points', () => {
    const pages = join(root, 'site/content')
    const said = readdirSync(pages, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.mdx'))
      .flatMap((file) => [...readFileSync(join(pages, file), 'utf8').matchAll(/<Install of="([^"]+)"/g)])
      .map((match) => match[1]!)
    expect(said.length).toBeGreaterThan(0)
    expect(said.filter((name) => !names.includes(name))).toEqual([])
  })

  it('agree between READMEs and pages', () => {
    const readme = readFileSync(join(root, 'cli/README.md'), 'utf8')
    expect(/Nothing is published to a package registry yet/.test(readme)).toBe(!brand.isPublished)
  })
})

it('every package of the SDK is published', () => {
  const missing = all
    .filter(({ folder }) => /^sdk\/(?!testing)/.test(folder))
    .filter((one) => !isPublished(one))
  expect(missing.map(({ folder }) => `${folder} needs "publishConfig": { "access": "public" }`)).toEqual([])
})

describe.each(published.map((workspace) => [workspace.folder, workspace] as const))(
  '%s',
  (folder, workspace) => {
    const { manifest } = workspace
    it('has a valid manifest', () => {
      expect(() => publishedManifest(workspace, all, base)).not.toThrow()
    })

    it('cannot be published from its sources', () => {
      expect(manifest.private).toBe(true)
    })

    it('depends on other workspaces only as published peers', () => {
      const { dependencies = {}, peerDependencies = {} } = publishedManifest(workspace, all, base) as Manifest
      const ours = all.map((other) => other.manifest.name)
      // npm looks a dependency up in the registry even if its tarball is installed along.
      expect(ours.filter((name) => name in dependencies)).toEqual([])
      const hidden = all.filter((other) => other.manifest.name in peerDependencies && !isPublished(other))
      expect(hidden.map(({ folder }) => folder)).toEqual([])
    })

    it('has a README', () => {
      expect(existsSync(join(root, folder, 'README.md'))).toBe(true)
    })
  },
)
