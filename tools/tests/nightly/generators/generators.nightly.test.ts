/**
 * Other people's generators against the API description: generate a client, compile it, and send a stamped query and a
 * stamped submit to a development server. The page names the flags: `/sdks/introduction#generated`.
 */
import { execFile, spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { ApiKeyStamper } from '@keywright/client/api-key'
import { startKeywright } from '@keywright/testing'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../scripts/lib/temporaryFolder.ts'

/** Outside the repository, because most of it isn't JavaScript. Kept between runs. */
const TOOLS = join(homedir(), '.cache', 'keywright', 'generators')
const NODE_TOOLS = [
  'openapi-typescript@7.13.0',
  'openapi-fetch@0.17.0',
  '@hey-api/openapi-ts@0.99.0',
  'orval@8.38.0',
  '@stoplight/prism-cli@5.16.0',
  'openapi-to-postmanv2@6.3.3',
  'typescript@5.9.3',
  'tsx@4.23.15',
  '@types/node@20',
]
const JAR = 'openapi-generator-cli-7.17.0.jar'
const OAPI_CODEGEN = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2'
const PYTHON_TOOLS = [
  'openapi-python-client==0.29.1',
  'cryptography',
  'pydantic',
  'python-dateutil',
  'urllib3',
]

const programs = join(import.meta.dirname, 'programs')
const work = temporaryFolder('generators')
const description = join(work, 'openapi.json')
let kw: Awaited<ReturnType<typeof startKeywright>>

beforeAll(async () => {
  kw = await startKeywright({ listen: true })
  const { paths, ...rest } = (await (await fetch(`${kw.url}/dev/openapi.json`)).json()) as { paths: object }
  const api = Object.fromEntries(Object.entries(paths).filter(([path]) => path.startsWith('/public/')))
  writeFileSync(description, JSON.stringify({ ...rest, paths: api }))
})
afterEach(() => kw.reset())
afterAll(async () => {
  await kw.close()
})

/** Not synchronous, because the server is in this process. @throws Error with the output if the program fails */
function run(cwd: string, program: string, ...words: string[]): Promise<string> {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(VITEST|npm_config_strict_allow_scripts)/.test(name),
  )
  const env = {
    ...Object.fromEntries(kept),
    ...kw.env,
    NODE_OPTIONS: '',
    GOFLAGS: '-mod=mod',
    PYTHONPATH: cwd,
  }
  return new Promise((done, failed) => {
    execFile(program, words, { cwd, env, maxBuffer: 1e9 }, (error, stdout, stderr) => {
      if (!error) return done(stdout)
      failed(
        new Error(
          `${program} ${words.join(' ')} failed (${error.code}):\n${(stdout + stderr).slice(-6_000)}`,
        ),
      )
    })
  })
}

const canRun = (...command: string[]) => spawnSync(command[0]!, command.slice(1)).status === 0

async function ensureNode(): Promise<void> {
  if (existsSync(join(TOOLS, 'node_modules', 'orval'))) return
  mkdirSync(TOOLS, { recursive: true })
  writeFileSync(join(TOOLS, 'package.json'), '{ "private": true, "type": "module" }')
  await run(TOOLS, 'npm', 'install', '--no-audit', '--no-fund', ...NODE_TOOLS)
}

async function ensureJar(): Promise<void> {
  if (existsSync(join(TOOLS, JAR))) return
  const artifact = `org.openapitools:${JAR.replace(/-(\d.*)\.jar$/, ':$1')}`
  mkdirSync(TOOLS, { recursive: true })
  await run(TOOLS, 'mvn', '-q', 'dependency:copy', `-Dartifact=${artifact}`, `-DoutputDirectory=${TOOLS}`)
}

const python = join(TOOLS, 'python', 'bin', 'python')
async function ensurePython(): Promise<void> {
  if (existsSync(python)) return
  await run(work, 'python3', '-m', 'venv', join(TOOLS, 'python'))
  await run(work, python, '-m', 'pip', 'install', '--quiet', ...PYTHON_TOOLS)
}

/** A folder with programs of this test. */
function folderWith(name: string, files: Readonly<Record<string, string>>): string {
  const folder = join(work, name)
  mkdirSync(folder)
  for (const [file, source] of Object.entries(files)) cpSync(join(programs, source), join(folder, file))
  return folder
}

/** Every program prints the user, the status and the id of the new wallet. */
const expectAnswer = (printed: string) =>
  expect(printed.trim()).toMatch(/^Root user ACTIVITY_STATUS_COMPLETED [\da-f-]{36}$/)

const TSC = [
  '--noEmit',
  '--strict',
  '--target',
  'es2022',
  '--module',
  'esnext',
  '--moduleResolution',
  'bundler',
]
const FLAGS = ['--allowImportingTsExtensions', '--skipLibCheck', '--types', 'node']

async function typeScript(
  name: string,
  main: string,
  generate: (folder: string, bin: (name: string) => string) => Promise<unknown>,
) {
  await ensureNode()
  const folder = folderWith(name, {
    'stamp.ts': 'stamp.ts',
    'main.ts': main,
    'orvalFetch.ts': 'orvalFetch.ts',
  })
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  symlinkSync(join(TOOLS, 'node_modules'), join(folder, 'node_modules'))
  const bin = (tool: string) => join(TOOLS, 'node_modules', '.bin', tool)
  await generate(folder, bin)
  await run(folder, bin('tsc'), ...TSC, ...FLAGS, 'main.ts')
  expectAnswer(await run(folder, bin('tsx'), 'main.ts'))
}

const openapiGenerator = async (folder: string, language: string, output: string, ...flags: string[]) => {
  await ensureJar()
  await run(
    folder,
    'java',
    '-jar',
    join(TOOLS, JAR),
    'generate',
    '-i',
    description,
    '-g',
    language,
    '-o',
    output,
    ...flags,
  )
}

describe('TypeScript', { timeout: 600_000 }, () => {
  it('openapi-typescript with openapi-fetch', () =>
    typeScript('openapi-fetch', 'openapiFetch.ts', async (folder, bin) => {
      await run(
        folder,
        bin('openapi-typescript'),
        description,
        '-o',
        'schema.d.ts',
        '--default-non-nullable=false',
      )
    }))

  it('hey-api', () =>
    typeScript('hey-api', 'heyApi.ts', async (folder, bin) => {
      await run(folder, bin('openapi-ts'), '-i', description, '-o', 'hey')
    }))

  it('orval', () =>
    typeScript('orval', 'orval.ts', async (folder, bin) => {
      const mutator = { path: './orvalFetch.ts', name: 'send' }
      const output = { target: './orval/api.ts', client: 'fetch', override: { mutator } }
      const config = { keywright: { input: description, output } }
      writeFileSync(join(folder, 'orval.config.mjs'), `export default ${JSON.stringify(config)}`)
      await run(folder, bin('orval'), '--config', 'orval.config.mjs')
    }))

  it.skipIf(!canRun('java', '-version'))('openapi-generator', () =>
    typeScript('openapi-generator', 'openapiGeneratorFetch.ts', async (folder) => {
      await openapiGenerator(folder, 'typescript-fetch', 'generated')
    }),
  )
})

describe.skipIf(!canRun('go', 'version'))('Go', { timeout: 600_000 }, () => {
  const module = async (name: string, main: string) => {
    const folder = folderWith(name, { 'stamp.go': 'stamp.go', 'main.go': main })
    await run(folder, 'go', 'mod', 'init', 'example.com/client')
    return folder
  }
  const build = async (folder: string) => {
    await run(folder, 'go', 'mod', 'tidy')
    // openapi-generator writes the patterns of strings into tags of its own syntax.
    await run(folder, 'go', 'vet', '-structtag=false', './...')
    expectAnswer(await run(folder, 'go', 'run', '.'))
  }

  it('oapi-codegen', async () => {
    const folder = await module('oapi-codegen', 'oapiCodegen.go')
    const words = ['-generate', 'types,client', '-package', 'main', '-o', 'client.go', description]
    await run(folder, 'go', 'run', OAPI_CODEGEN, ...words)
    await build(folder)
  })

  it.skipIf(!canRun('java', '-version'))('openapi-generator', async () => {
    const folder = await module('go-openapi-generator', 'openapiGenerator.go')
    const properties = 'packageName=keywright,withGoMod=false,enumClassPrefix=true'
    await openapiGenerator(folder, 'go', 'keywright', `--additional-properties=${properties}`)
    rmSync(join(folder, 'keywright', 'test'), { recursive: true, force: true })
    await build(folder)
  })
})

describe.skipIf(!canRun('python3', '--version'))('Python', { timeout: 600_000 }, () => {
  it('openapi-python-client, with the stamp of the page', async () => {
    await ensurePython()
    const folder = folderWith('openapi-python-client', { 'main.py': 'openapiPythonClient.py' })
    const page = readFileSync(
      join(import.meta.dirname, '../../../../site/content/sdks/introduction.mdx'),
      'utf8',
    )
    writeFileSync(join(folder, 'stamp.py'), /```python title="stamp.py"\n(.*?)```/s.exec(page)![1]!)
    const generator = join(TOOLS, 'python', 'bin', 'openapi-python-client')
    await run(folder, generator, 'generate', '--path', description, '--output-path', 'generated')
    symlinkSync('generated/keywright_api_client', join(folder, 'keywright_api_client'))
    await run(folder, python, '-m', 'compileall', '-q', 'keywright_api_client/')
    expectAnswer(await run(folder, python, 'main.py'))
  })

  it.skipIf(!canRun('java', '-version'))('openapi-generator', async () => {
    await ensurePython()
    const folder = folderWith('python-openapi-generator', {
      'main.py': 'openapiGenerator.py',
      'stamp.py': 'stamp.py',
    })
    await openapiGenerator(folder, 'python', '.')
    await run(folder, python, '-m', 'compileall', '-q', 'openapi_client')
    expectAnswer(await run(folder, python, 'main.py'))
  })
})

it.skipIf(!canRun('mvn', '-version'))('Java: openapi-generator', { timeout: 600_000 }, async () => {
  const folder = join(work, 'java')
  mkdirSync(folder)
  // The generator takes `Timestamp` for the class of java.sql.
  await openapiGenerator(folder, 'java', '.', '--model-name-mappings', 'Timestamp=Moment')
  cpSync(join(programs, 'Main.java'), join(folder, 'src/main/java/Main.java'))
  // The client compiles for Java 8; the program of this test is newer.
  const flags = ['-q', '-Dmaven.test.skip=true', '-Dmaven.compiler.source=17', '-Dmaven.compiler.target=17']
  await run(folder, 'mvn', ...flags, 'compile', 'dependency:copy-dependencies')
  expectAnswer(await run(folder, 'java', '-cp', 'target/classes:target/dependency/*', 'Main'))
})

describe.skipIf(!canRun('cargo', '--version'))('Rust', { timeout: 1_200_000 }, () => {
  it('progenitor, which reads only OpenAPI 3.0', async () => {
    const folder = folderWith('progenitor', {
      'Cargo.toml': 'progenitor.toml',
      'src/main.rs': 'progenitor.rs',
    })
    const older = toOpenApi30(JSON.parse(readFileSync(description, 'utf8')))
    writeFileSync(join(folder, 'openapi.json'), JSON.stringify(older))
    const target = ['--quiet', '--target-dir', join(TOOLS, 'rust')]
    await run(folder, 'cargo', 'build', ...target)
    expectAnswer(await run(folder, 'cargo', 'run', ...target))
  })
})

describe('C#', { timeout: 600_000 }, () => {
  // The .NET SDK is on none of the registries that the nightly tests install from.
  const isCompiled = canRun('dotnet', '--version')
  const outcome = isCompiled ? 'generates and compiles' : 'generates; not compiled, because dotnet is missing'
  it.skipIf(!canRun('java', '-version'))(`openapi-generator ${outcome}`, async () => {
    const folder = join(work, 'csharp')
    mkdirSync(folder)
    await openapiGenerator(folder, 'csharp', '.')
    if (isCompiled) await run(folder, 'dotnet', 'build')
  })
})

describe('tools', { timeout: 600_000 }, () => {
  const submit = {
    type: 'ACTIVITY_TYPE_CREATE_WALLET',
    timestampMs: '1734000600000',
    organizationId: '3b0f6c6e-0c0e-4f43-9c53-6d3a5f3c1a10',
    parameters: { walletName: 'mocked', accounts: [] },
  }

  it("Prism's mock answers a query and a submit, and rejects what the description does not allow", async () => {
    await ensureNode()
    const prism = join(TOOLS, 'node_modules', '.bin', 'prism')
    const mock = spawn(prism, ['mock', description, '--port', '0', '--errors'], { cwd: work })
    try {
      const url = await new Promise<string>((found, failed) => {
        let output = ''
        mock.stdout.on('data', (part) => {
          output += part
          const [address] = /http:\/\/[\w.]+:\d+/.exec(output) ?? []
          if (address) found(address)
        })
        mock.on('exit', () => failed(new Error(output)))
      })
      const post = async (path: string, body: object) => {
        const headers = { 'content-type': 'application/json', 'x-stamp': 'any' }
        const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
        return [response.status, await response.json()]
      }
      const { organizationId } = submit
      const whoami = await post('/public/v1/query/whoami', { organizationId })
      expect(whoami).toEqual([200, expect.objectContaining({ username: expect.any(String) })])
      const made = await post('/public/v1/submit/create_wallet', submit)
      expect(made).toEqual([200, { activity: expect.objectContaining({ id: expect.any(String) }) }])
      const [status] = await post('/public/v1/submit/create_wallet', { ...submit, parameters: {} })
      expect(status).toBeGreaterThanOrEqual(400)
    } finally {
      mock.kill()
    }
  })

  it('the Postman converter has every call, with a body that the server accepts once stamped', async () => {
    await ensureNode()
    const collection = join(work, 'collection.json')
    await run(
      work,
      join(TOOLS, 'node_modules', '.bin', 'openapi2postmanv2'),
      '-s',
      description,
      '-o',
      collection,
      '-O',
      'parametersResolution=Example',
    )
    const requests = requestsOf(JSON.parse(readFileSync(collection, 'utf8')))
    expect(requests.length).toBe(Object.keys(JSON.parse(readFileSync(description, 'utf8')).paths).length)
    for (const name of ['whoami', 'create_wallet']) {
      const { body } = requests.find(({ url }) => url.path.at(-1) === name)!
      const members = JSON.parse(body.raw)
      const changed = { organizationId: kw.organizationId, timestampMs: String(Date.now()) }
      const sent = JSON.stringify({
        ...members,
        ...changed,
        ...(name === 'whoami' && { callPath: undefined }),
      })
      const { stampHeaderName, stampHeaderValue } = await stamperOf().stamp(sent)
      const kind = name === 'whoami' ? 'query' : 'submit'
      const { status } = await kw.fetch(`/public/v1/${kind}/${name}`, {
        method: 'POST',
        body: sent,
        headers: { 'content-type': 'application/json', [stampHeaderName]: stampHeaderValue },
      })
      expect(status, sent).toBe(200)
    }
  })
})

type Json = Record<string, unknown>

/** The description as OpenAPI 3.0, which lacks `const`, `type: null` and members next to `$ref`. */
function toOpenApi30({ info, ...description }: Json): Json {
  const { title, version } = info as Json
  return { ...(toOlder(description) as Json), openapi: '3.0.3', info: { title, version } }
}

function toOlder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toOlder)
  if (typeof value !== 'object' || value === null) return value
  const { const: only, examples: _, ...rest } = value as Json
  if (typeof rest['$ref'] === 'string') return { $ref: rest['$ref'] }
  const [schema, isNull] = (rest['anyOf'] ?? []) as Json[]
  if (isNull?.['type'] === 'null') return { nullable: true, allOf: [toOlder(schema)] }
  const members = Object.entries(rest).map(([name, member]) => [name, toOlder(member)])
  return { ...Object.fromEntries(members), ...(typeof only === 'string' && { enum: [only] }) }
}

interface PostmanRequest {
  readonly url: { readonly path: readonly string[] }
  readonly body: { readonly raw: string }
}
interface PostmanItem {
  readonly item?: readonly PostmanItem[]
  readonly request?: PostmanRequest
}

const requestsOf = ({ item = [], request }: PostmanItem): PostmanRequest[] => [
  ...(request ? [request] : []),
  ...item.flatMap(requestsOf),
]

const stamperOf = () =>
  new ApiKeyStamper({ apiPublicKey: kw.apiKey.publicKey, apiPrivateKey: kw.apiKey.privateKey })
