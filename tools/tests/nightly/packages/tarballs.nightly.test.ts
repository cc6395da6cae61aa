/** The tarballs from a user's perspective: packed by npm, linted, installed into an empty folder, and used. */
import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { freePort } from '@keywright/server/test'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { STARTERS } from 'create-keywright-app'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { leftOutOf } from '../../../scripts/lib/leftOut.ts'
import { temporaryFolder } from '../../../scripts/lib/temporaryFolder.ts'
import { publicEntries } from '../../../scripts/packages/publishedManifest.ts'
import { isPublished, listWorkspaces, type Manifest, root } from '../../../scripts/packages/workspaces.ts'
import { type RecordingRegistry, startRecordingRegistry } from './recordingRegistry.ts'

const published = listWorkspaces().filter(isPublished)
const libraries = published.filter(({ manifest }) => Object.keys(publicEntries(manifest)).length > 0)

/** Contains a copy of the checkout, and its outputs. */
const work = temporaryFolder('tarballs')
const checkout = join(work, 'checkout')
const tarballs = join(checkout, 'dist/tarballs')
const project = join(work, 'project')
/** Registry for all installs of these tests. */
let registry: RecordingRegistry
afterAll(() => {
  registry?.close()
})

beforeAll(async () => {
  registry = await startRecordingRegistry(run('npm', ['config', 'get', 'registry'], root).trim())
  const isLeftOut = leftOutOf(root)
  cpSync(root, checkout, { recursive: true, filter: (path) => !isLeftOut(path) })
  linkModules()
  run(process.execPath, ['tools/scripts/release.mjs'], checkout)
  mkdirSync(project)
  writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }')
  const files = readdirSync(tarballs).map((name) => join(tarballs, name))
  // Optional peers, and types, are installed by the projects that use them. Types of Node.js 26 contradict themselves
  // under `exactOptionalPropertyTypes`.
  const types = ['@types/react@19', '@types/node@20']
  npm(['install', '--prefer-offline', '--no-audit', '--no-fund', ...files, ...hosts(), ...types], project)
}, 600_000)

/** The installed packages, those of single workspaces included, and the workspaces of this checkout. */
function linkModules(): void {
  const [from, to] = [root, checkout].map((folder) => join(folder, 'node_modules')) as [string, string]
  mkdirSync(join(to, '@keywright'), { recursive: true })
  const names = new Map(listWorkspaces().map(({ folder, manifest }) => [manifest.name, folder]))
  for (const [name, folder] of names) {
    symlinkSync(join(checkout, folder), join(to, name))
    const own = join(root, folder, 'node_modules')
    if (existsSync(own)) symlinkSync(own, join(checkout, folder, 'node_modules'))
  }
  for (const name of readdirSync(from)) {
    if (name !== '@keywright' && !names.has(name)) symlinkSync(join(from, name), join(to, name))
  }
}

/** Host libraries of the packages. */
const hosts = () =>
  published.flatMap(({ manifest }) =>
    Object.entries(manifest.peerDependencies ?? {})
      .filter(([name]) => !isOurs(name))
      .map(([name, range]) => `${name}@${range}`),
  )

/** Names that readers would look for on a registry, published or not, and that strangers could register there. */
const isOurs = (name: string) => /^@keywright\/|^(create-)?keywright/.test(name)

/** @throws Error with the output if the command fails */
function run(command: string, words: readonly string[], cwd: string, env: NodeJS.ProcessEnv = {}): string {
  const { status, stdout, stderr } = spawnSync(command, words, {
    cwd,
    encoding: 'utf8',
    env: { ...cleanEnvironment(), ...(registry && { npm_config_registry: registry.url }), ...env },
  })
  if (status !== 0) throw new Error(`${command} ${words.join(' ')} ended with ${status}:\n${stdout}${stderr}`)
  return stdout
}

/** The environment of this process without the variables that its own npm, Vitest and our scripts set. */
const cleanEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) =>
        !/^(npm_(?!config_)|npm_config_strict_allow_scripts|KEYWRIGHT_|NODE_OPTIONS|VITEST)/.test(name),
    ),
  )

const npm = (words: readonly string[], cwd: string) => run('npm', words, cwd)

/** Starts a program in its own process group. */
const start = (command: string, words: readonly string[], cwd: string, env: NodeJS.ProcessEnv = {}) =>
  spawn(command, words, { cwd, env: { ...cleanEnvironment(), ...env }, detached: true })

const tarballOf = ({ name, version }: Manifest) =>
  join(tarballs, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`)
const installed = (name: string) => join(project, 'node_modules', name)
const manifestIn = (name: string): Manifest & { exports: object } =>
  JSON.parse(readFileSync(join(installed(name), 'package.json'), 'utf8'))

/** What the declarations of CosmJS import and its manifest does not declare: a type checker that reads
 * declarations misses it in every project with CosmJS, with or without ours. */
const UNDECLARED = `
declare module '@bufbuild/protobuf/wire' {
  export type BinaryReader = unknown
  export type BinaryWriter = unknown
}
declare module 'protobufjs' {
  namespace protobuf {
    type Reader = unknown
    type Writer = unknown
  }
  export default protobuf
}
`

describe.each(published.map(({ folder, manifest }) => [folder, manifest] as const))(
  '%s',
  (folder, source) => {
    it('contains only built files, README and license', () => {
      // From the tarball: npm may put other packages inside the installed folder.
      const files = run('tar', ['-tzf', tarballOf(source)], project)
        .trim()
        .split('\n')
      const names = [...new Set(files.map((file) => file.split('/')[1]))].sort()
      expect(names).toEqual(['LICENSE', 'README.md', 'dist', 'package.json'])
      const built = readdirSync(join(installed(source.name), 'dist'), { recursive: true, encoding: 'utf8' })
      const strays = built.filter(
        (file) => !statSync(join(installed(source.name), 'dist', file)).isDirectory(),
      )
      expect(
        strays
          .filter(
            (file) => !(source.keywright?.folders ?? []).some((folder) => file.startsWith(`${folder}/`)),
          )
          .filter((file) => !/\.(js|d\.ts|mjs|json|txt|md\.br)$/.test(file) || /\.test\./.test(file)),
      ).toEqual([])
    })

    it('leaves the sources unchanged', () => {
      const text = (base: string) => readFileSync(join(base, folder, 'package.json'), 'utf8')
      expect(text(checkout)).toBe(text(root))
      expect(existsSync(join(checkout, folder, 'LICENSE'))).toBe(existsSync(join(root, folder, 'LICENSE')))
    })

    it('passes publint', async () => {
      const { messages } = await publint({
        pkgDir: installed(source.name),
        level: 'warning',
        strict: true,
        pack: false,
      })
      const manifest = manifestIn(source.name)
      expect(messages.map((message) => formatMessage(message, manifest))).toEqual([])
    })
  },
)

describe.each(libraries.map(({ manifest }) => [manifest.name, manifest] as const))('%s', (_, manifest) => {
  it('provides types to every kind of importer', async () => {
    const analysis = await checkPackage(
      createPackageFromTarballData(new Uint8Array(readFileSync(tarballOf(manifest)))),
    )
    expect(analysis.types).not.toBe(false)
    const problems = (
      analysis as { problems: { kind: string; entrypoint?: string; resolutionKind?: string }[] }
    ).problems
    const real = problems.filter(
      ({ kind, entrypoint, resolutionKind }) =>
        // Modules only: `require` of them works since Node 20.19, the oldest that is supported.
        kind !== 'CJSResolvesToESM' &&
        // TypeScript's resolution from before 2022 does not support subpaths.
        !(resolutionKind === 'node10' && entrypoint !== '.'),
    )
    expect(real).toEqual([])
  })
})

describe('a project with the tarballs installed', () => {
  const entries = libraries.flatMap(({ manifest }) =>
    Object.keys(publicEntries(manifest)).map((name) => `${manifest.name}${name.slice(1)}`),
  )

  beforeAll(() => {
    cpSync(join(root, 'tools/scripts/packages/fixtures/consumer.ts'), join(project, 'consumer.ts'))
    const imports = entries.map((entry, index) => `import * as entry${index} from '${entry}'`)
    const names = `console.log([${entries.map((_, index) => `entry${index}`)}].length)`
    writeFileSync(join(project, 'entries.ts'), [...imports, names].join('\n'))
    writeFileSync(join(project, 'undeclared.d.ts'), UNDECLARED)
  })

  const checkTypes = (tsc: string, moduleResolution: string, module: string, files: readonly string[]) => {
    const compilerOptions = {
      strict: true,
      exactOptionalPropertyTypes: true,
      target: 'ES2022',
      lib: ['ES2022', 'DOM', 'DOM.Iterable'],
      types: [],
      module,
      moduleResolution,
      outDir: 'out',
    }
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
    expect(run(process.execPath, [tsc, '-p', '.'], project)).toBe('')
  }

  it('type-checks with TypeScript 5.4, declarations included', () => {
    // The declarations of these libraries need TypeScript 5.7.
    const readable = entries.filter((name) => !/cosmjs|solana-kit/.test(name))
    const imports = readable.map((entry, index) => `import * as entry${index} from '${entry}'`)
    const names = `console.log([${readable.map((_, index) => `entry${index}`)}].length)`
    writeFileSync(join(project, 'readable.ts'), [...imports, names].join('\n'))
    const tsc = join(root, 'tools/tests/nightly/node_modules/typescript-old/bin/tsc')
    checkTypes(tsc, 'bundler', 'ESNext', ['consumer.ts', 'readable.ts'])
  })

  it.each([
    ['bundler', 'ESNext'],
    ['nodenext', 'NodeNext'],
  ])('type-checks, declarations included, with moduleResolution %s', (moduleResolution, module) => {
    const files = ['consumer.ts', 'entries.ts', 'undeclared.d.ts']
    checkTypes(join(root, 'node_modules/.bin/tsc'), moduleResolution, module, files)
  })

  it('can be required by CommonJS', () => {
    writeFileSync(
      join(project, 'entries.cjs'),
      `console.log([${entries.map((name) => `require('${name}')`)}].length)`,
    )
    expect(run(process.execPath, ['entries.cjs'], project)).toBe(`${entries.length}\n`)
  })

  it('builds with Vite, which finds nothing of Node in it', () => {
    const forPages = entries.filter((name) => !/react-native|\/server$|^keywright|^create-/.test(name))
    const imports = forPages.map((name, index) => `import * as entry${index} from '${name}'`)
    mkdirSync(join(project, 'page'), { recursive: true })
    writeFileSync(join(project, 'page/index.html'), '<script type="module" src="./main.ts"></script>')
    const use = `console.log(${forPages.map((_, index) => `entry${index}`)})`
    writeFileSync(join(project, 'page/main.ts'), [...imports, use].join('\n'))
    const vite = join(root, 'node_modules/vite/bin/vite.js')
    const { status, stdout, stderr } = spawnSync(process.execPath, [vite, 'build', 'page'], {
      cwd: project,
      encoding: 'utf8',
      env: { ...cleanEnvironment(), NO_COLOR: '1' },
    })
    expect(`${stdout}${stderr}`).not.toMatch(/externalized|keywright.*warning/i)
    expect(status, stderr).toBe(0)
  })

  it('runs in Node', () => {
    expect(run(process.execPath, ['out/entries.js'], project)).toBe(`${entries.length}\n`)
    expect(run(process.execPath, ['out/consumer.js'], project)).toBe('signed by First wallet\n')
  })

  it('installs no duplicate or undeclared package', () => {
    // `npm ls` fails on missing, extraneous and invalid packages.
    npm(['ls', '--all'], project)
  })
})

// Jest and Vitest: `frameworks/`.
it('keywright/testing works in node:test', () => {
  cpSync(join(root, 'cli/test/projects'), join(project, 'tests'), { recursive: true })
  expect(run(process.execPath, ['--test', 'tests/node.test.mjs'], project)).toMatch(/pass 2/)
})

describe('the command in that project', () => {
  it('is an MCP server with all pages and an engine', async () => {
    const client = new Client({ name: 'test', version: '1' })
    const args = ['--no-install', 'keywright', 'mcp']
    await client.connect(new StdioClientTransport({ command: 'npx', args, cwd: project }))
    const ask = async (name: string, words: Record<string, unknown>) => {
      const { content } = await client.callTool({ name, arguments: words })
      return (content as [{ text: string }])[0].text
    }
    try {
      expect(await ask('search_docs', { query: 'tron address format' })).toContain('/concepts/wallets')
      expect(await ask('read_page', { page: '/api/', section: 'create_wallet' })).toContain('mnemonicLength')
      expect(JSON.parse(await ask('run_call', { call: 'whoami' }))).toMatchObject({ username: 'Root user' })
    } finally {
      await client.close()
    }
  })

  it('runs the quickstart of its README', async () => {
    const readme = readFileSync(join(installed('keywright'), 'README.md'), 'utf8')
    const quickstart = /## Quickstart\n(.*?)\n## /s.exec(readme)![1]!
    const [first, ...lines] = [...quickstart.matchAll(/```sh\n(.*?)```/gs)].flatMap((match) =>
      match[1]!.trim().split('\n'),
    )
    // Any free port: another server may run on this machine.
    const server = start('npx', ['--no-install', ...first!.split(' ').slice(1), '--port', '0'], project)
    try {
      const said = await outputOf(server, /FOR DEVELOPMENT ONLY/)
      const settings = Object.fromEntries(
        [...said.matchAll(/export (\w+)=(\S+)/g)].map(([, name, value]) => [name, value]),
      )
      let address = 'ADDRESS'
      for (const line of lines) {
        const said = run('sh', ['-c', line.replace('ADDRESS', address)], project, { ...settings, CI: 'true' })
        address = /0x[0-9a-fA-F]{40}/.exec(said)?.[0] ?? address
      }
      expect(lines).toHaveLength(4)
      expect(address).toMatch(/^0x/)
    } finally {
      process.kill(-server.pid!, 'SIGTERM')
    }
  })
})

it.each(Object.keys(STARTERS))(
  'creates the starter %s, which installs from the tarballs, type-checks and builds',
  (starter) => {
    const words = [`my-${starter}`, '--starter', starter, '--packages', tarballs]
    run('npx', ['--no-install', 'create-keywright-app', ...words], project)
    const folder = join(project, `my-${starter}`)
    npm(['install', '--prefer-offline', '--no-audit', '--no-fund'], folder)
    expect(npm(['run', 'check'], folder)).toMatch(/> tsc/)
    npm(['run', 'build', '--if-present'], folder)
  },
  600_000,
)

it.each(['app', 'next'])(
  'passes the tests of the starter %s against its production build, under its content security policy',
  async (starter) => {
    const folder = join(project, `my-${starter}`)
    const PORT = String(await freePort())
    const running = [start('npm', ['run', 'keywright', '--', '--port', '0'], folder)]
    try {
      await outputOf(running[0]!, /FOR DEVELOPMENT ONLY/)
      npm(['run', 'setup'], folder)
      const app = start('npm', ['run', 'serve'], folder, { PORT })
      running.push(app)
      await outputOf(app, /Open http|Ready in/)
      const { headers, text } = await pageAt(`http://localhost:${PORT}`)
      // Next.js renders on the server; the page of Vite is empty until its script runs.
      if (starter === 'next') expect(text).toContain('Your wallet opens with a passkey of this device.')
      expect(headers.get('content-security-policy')).toMatch(
        /^default-src 'self'; script-src 'self'( 'nonce-[\w-]+')?; .*frame-ancestors 'none'$/,
      )
      run('npm', ['test'], folder, { PORT, CHROMIUM_PATH: process.env['KEYWRIGHT_BROWSER'] })
    } finally {
      for (const { pid } of running) process.kill(-pid!, 'SIGTERM')
    }
  },
  600_000,
)

async function pageAt(url: string) {
  const response = await fetch(url)
  return { headers: response.headers, text: await response.text() }
}

/** Resolves with the output once it matches. @throws Error with the output if the program ends first */
function outputOf(program: ChildProcessWithoutNullStreams, pattern: RegExp): Promise<string> {
  let said = ''
  return new Promise((found, failed) => {
    const read = (text: Buffer) => {
      said += text.toString()
      if (pattern.test(said)) found(said)
    }
    program.stdout.on('data', read)
    program.stderr.on('data', read)
    program.once('close', () => failed(new Error(`the program ended:\n${said}`)))
  })
}

// Last: everything above has been installed by now.
it('asks the registry for none of our names', () => {
  const asked = registry.asked()
  expect(asked).toContain('react')
  expect(asked.filter(isOurs)).toEqual([])
})
