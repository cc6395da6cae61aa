/** The container files: linted, and every command of the Dockerfile run on this machine, and the image if an engine is here. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DCLinter } from 'dclint'
import { validate } from 'dockerfile-utils'
import { beforeAll, describe, expect, it } from 'vitest'
import { leftOutOf } from '../lib/leftOut.ts'
import { temporaryFolder } from '../lib/temporaryFolder.ts'
import { type Container, runDockerfile } from './runDockerfile.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const dockerfile = readFileSync(join(root, 'hosts/deploy/Dockerfile'), 'utf8')
const ignore = readFileSync(join(root, 'hosts/deploy/Dockerfile.dockerignore'), 'utf8')

/** Of this process, without what its own npm set. */
const environment = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => !/^(npm_(?!config_)|KEYWRIGHT_|NODE_OPTIONS|VITEST)/.test(name),
  ),
)

describe('hosts/deploy/Dockerfile', () => {
  it('passes dockerfile-utils', () => {
    expect(validate(dockerfile)).toEqual([])
  })

  it('pins its base, which is the same everywhere', () => {
    const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map((match) => match[1])
    expect(new Set(bases).size).toBe(1)
    expect(bases[0]).toMatch(/^node:\d+\.\d+\.\d+-alpine\d/)
  })

  it('takes no secret and no argument, so that none can stay in a layer', () => {
    expect(dockerfile).not.toMatch(/^\s*ARG\b|--mount=type=secret|PASSWORD|TOKEN/m)
    for (const line of ['**/.env*', '**/.keywright', 'hosts/deploy/secrets', '.git'])
      expect(ignore.split('\n')).toContain(line)
  })
})

/** Docker or Podman, if one runs here. */
const engine = ['docker', 'podman'].find((name) => spawnSync(name, ['info']).status === 0)

it.skipIf(engine === undefined)(
  'the image builds, and prints the version of the command',
  () => {
    const run = (...words: string[]) => spawnSync(engine!, words, { cwd: root, encoding: 'utf8' })
    const built = run('build', '--quiet', '--file', 'hosts/deploy/Dockerfile', '.')
    expect(built).toMatchObject({ status: 0 })
    const { version } = JSON.parse(readFileSync(join(root, 'cli/package.json'), 'utf8')) as {
      version: string
    }
    expect(run('run', '--rm', built.stdout.trim(), '--version')).toMatchObject({
      status: 0,
      stdout: `${version}\n`,
    })
  },
  1_800_000,
)

describe('hosts/deploy/compose.yaml', () => {
  it('fits the schema of compose files and passes dclint', () => {
    const results = new DCLinter({ rules: {}, quiet: false, debug: false, exclude: [] }).lintFiles(
      [join(root, 'hosts/deploy/compose.yaml')],
      false,
    )
    expect(results.flatMap(({ messages }) => messages)).toEqual([])
  })

  it('builds from the root of the checkout, as the Dockerfile expects', () => {
    const text = readFileSync(join(root, 'hosts/deploy/compose.yaml'), 'utf8')
    const [, context, file] = /context: (\S+)\s+dockerfile: (\S+)/.exec(text) ?? []
    expect(readFileSync(join(root, 'hosts/deploy', context!, file!), 'utf8')).toBe(dockerfile)
  })

  it('passes the database password in files, never in the environment', () => {
    const text = readFileSync(join(root, 'hosts/deploy/compose.yaml'), 'utf8')
    expect(text).not.toMatch(/\$\{|PASSWORD:/)
    expect(text).toContain('POSTGRES_PASSWORD_FILE: /run/secrets/owner-password')
  })

  it('serves with a role that cannot change the schema', () => {
    const text = readFileSync(join(root, 'hosts/deploy/compose.yaml'), 'utf8')
    const commands = [...text.matchAll(/command: (\[.*\])/g)].map(
      (match) => JSON.parse(match[1]!) as string[],
    )
    expect(commands).toEqual([
      ['migrate', '--database-url-file', '/run/secrets/owner-url'],
      ['serve', '--database-url-file', '/run/secrets/server-url'],
    ])
    expect(text.slice(text.indexOf('\n  server:'), text.indexOf('\nvolumes:'))).not.toContain('owner')
  })

  it('publishes ports on this machine alone', () => {
    const text = readFileSync(join(root, 'hosts/deploy/compose.yaml'), 'utf8')
    const published = [...text.matchAll(/- ['"]([\d.:]+):\d+['"]/g)].map((match) => match[1])
    expect(published).toEqual(['127.0.0.1:8787'])
  })
})

describe('what the Dockerfile makes', () => {
  const folder = temporaryFolder('container')
  let container: Container

  beforeAll(() => {
    const ignored = leftOutOf(root)
    container = runDockerfile({ text: dockerfile, context: root, ignored, folder, environment })
  }, 900_000)

  const startWith = (words: readonly string[], env: Record<string, string> = {}) =>
    spawn(container.command[0]!, words, {
      cwd: container.workingDirectory,
      env: { ...environment, ...container.env, ...env },
    })

  it('fixes the operator socket that the health check asks first, in a folder that any user may write to', () => {
    expect(container.env).toMatchObject({ KEYWRIGHT_OPERATOR_SOCKET: '/tmp/keywright/operator.sock' })
  })

  it('runs as a user without rights', () => {
    expect(container.user).toMatch(/^[1-9]\d*:[1-9]\d*$/)
  })

  it('holds the command and what it installs, and nothing of the build', () => {
    expect(readdirSync(join(container.root, 'app/node_modules'))).toEqual(
      expect.arrayContaining(['keywright', 'libsql', 'pg']),
    )
    expect(readdirSync(container.root).sort()).toEqual(['app', 'home'])
  })

  it('holds the versions of the lockfile', () => {
    const packagesIn = (path: string) =>
      (JSON.parse(readFileSync(path, 'utf8')) as { packages: Record<string, { version?: string }> }).packages
    const locked = packagesIn(join(root, 'package-lock.json'))
    const installed = Object.entries(packagesIn(join(container.root, 'app/node_modules/.package-lock.json')))
    const others = installed.filter(([path]) => !/^node_modules\/(@keywright\/|keywright$)/.test(path))
    expect(others.length).toBeGreaterThan(10)
    for (const [path, { version }] of others) expect(locked[path]?.version, path).toBe(version)
  })

  it('lists its packages in a bill of materials', () => {
    const bill = JSON.parse(readFileSync(join(container.root, 'app/sbom.cdx.json'), 'utf8')) as {
      readonly bomFormat: string
      readonly components: readonly { readonly name: string; readonly version: string }[]
    }
    const installed = JSON.parse(
      readFileSync(join(container.root, 'app/node_modules/.package-lock.json'), 'utf8'),
    ) as { readonly packages: Readonly<Record<string, { readonly version: string }>> }
    const named = Object.entries(installed.packages).flatMap(([path, { version }]) => {
      const [, name] = /.*node_modules\/(.+)$/.exec(path) ?? []
      return name === undefined ? [] : [`${name} ${version}`]
    })
    expect(bill.bomFormat).toBe('CycloneDX')
    expect(new Set(bill.components.map(({ name, version }) => `${name} ${version}`))).toEqual(new Set(named))
  })

  it('serves when nothing else is said, and says what it lacks', () => {
    expect(container.command).toEqual(['keywright', 'serve'])
    const { status, stderr } = spawnSync(container.command[0]!, container.command.slice(1), {
      cwd: container.workingDirectory,
      env: { ...environment, ...container.env },
      encoding: 'utf8',
    })
    expect(status).toBe(2)
    expect(stderr).toMatch(/DATABASE_URL/)
  })

  it('has a health check that tells a server that answers from one that does not', async () => {
    const server = startWith(['dev', '--port', '0'])
    let said = ''
    const url = await new Promise<string>((found, failed) => {
      server.stdout.on('data', (text: Buffer) => {
        said += text.toString()
        const match = /listening on (\S+)/.exec(said)
        if (match) found(match[1]!)
      })
      server.once('close', () => failed(new Error(`the server ended:\n${said}`)))
    })
    const { port } = new URL(url)
    expect(check({ api: port })).toMatchObject({ status: 0 })
    const ended = new Promise((done) => server.once('close', done))
    server.kill('SIGTERM')
    expect(await ended).toBe(0)
    expect(check({ api: port })).toMatchObject({ status: 1 })
  })

  it('has a health check that says sealed, so that nothing routes to a sealed server', async () => {
    // In a process of its own, because the check blocks this one.
    const answering = (state: boolean, socket: string) =>
      spawn(process.execPath, [
        '-e',
        `require('node:http').createServer((_, answer) => answer.end('{"sealed":${state}}')).listen('${socket}', () => console.log('up'))`,
      ])
    for (const sealed of [true, false]) {
      const socket = join(folder, `${sealed}.sock`)
      const server = answering(sealed, socket)
      await once(server.stdout, 'data')
      expect(check({ socket })).toEqual(
        sealed ? { status: 1, stdout: 'sealed\n' } : { status: 0, stdout: '' },
      )
      server.kill()
    }
  })

  /** Only port and socket change: another server on this machine may use them. */
  function check({ socket = join(folder, 'none.sock'), api = '1' }: { socket?: string; api?: string }) {
    const [program, ...words] = container.healthcheck
    const moved = words.map((word) => word.replace('8787', api))
    expect(moved).not.toEqual(words)
    const env = { ...environment, ...container.env, KEYWRIGHT_OPERATOR_SOCKET: socket }
    const { status, stdout } = spawnSync(program!, moved, { env, encoding: 'utf8' })
    return { status, stdout }
  }
})
