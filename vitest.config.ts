import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { DocumentsLast } from './tools/scripts/lib/documentsLast.ts'

const fastTestsIn = (...folders: string[]) => folders.map((folder) => `${folder}/**/!(*.slow).test.{ts,tsx}`)

/** Tests that replace a module for their whole process. */
const REPLACING = ['hosts/server/src/crypto/*.test.ts', 'hosts/server/src/store/sqliteSettings.test.ts']
/** Tests that mock a module, which does nothing where another test of the process has loaded who imports it. */
const MOCKING = [
  'sdk/client/src/apiKey/apiKeyStamper.test.ts',
  'site/src/frame/script/searchKeys.test.ts',
  'site/src/reference/try/{TryIt,everyCall}.test.{ts,tsx}',
  'site/src/search/open.test.tsx',
  'site/src/widgets/elements/elements.test.tsx',
]
/** Tests that need a process without traces of a browser. */
const PLATFORMS = ['sdk/{browser,react-native}/src/*.test.ts', 'sdk/react/src/serverRendering.test.tsx']
const ALONE = [...REPLACING, ...MOCKING, ...PLATFORMS]
/** Tests of the default cryptography, which must not run in a process that replaces it by starting a server. */
const KEYS = [...fastTestsIn('contract', 'engine/keys', 'engine/policy', 'site/search'), 'clients/*.test.ts']
/** Tests that render components. */
const COMPONENTS = ['site/src/**/*.test.tsx', 'site/inspector/src/**/*.test.tsx', 'site/ui/src/**/*.test.tsx']
/** Tests of the engine and its servers, which import the same modules. */
const SERVERS = fastTestsIn(
  'engine/core',
  'hosts/shared',
  'hosts/development',
  'hosts/server',
  'cli',
  'clients/conformance',
  'tools/tests/checks',
  'sdk/testing',
)
const BUILD = fastTestsIn('site/builder', 'site/src/mdx', 'site/src/styles')
const CLIENTS = fastTestsIn(
  'site/src',
  'site/inspector',
  'site/ui',
  'hosts/sandbox',
  'sdk/!(testing)',
  'starters',
  'tools/scripts',
)
/** Faster signatures: in JavaScript, they take most of the time of tests that send many requests. */
const FAST_CRYPTO = ['./hosts/server/test/support/fastCrypto.setup.ts']
/** The cryptography of a server, whose signatures are the same in each run: recorded and compared responses contain some. */
const SERVER_CRYPTO = ['./hosts/server/test/support/serverCrypto.setup.ts']
const RECORDED = ['site/requests/*.test.ts', 'examples/test/examples.test.ts']
/** One database server for all files. */
const POSTGRES = ['./hosts/server/test/support/postgres.globalSetup.ts']
const EMPTY_DOCUMENT = ['./tools/scripts/lib/emptyDocument.setup.ts']
/** Tests that only `npm run nightly` runs, and folders without tests. */
const OUTSIDE = [
  '**/node_modules/**',
  '**/dist/**',
  '**/e2e/**',
  '**/.cache/**',
  'tools/tests/nightly/**',
  '**/*.nightly.test.{ts,tsx}',
  // `starters/test/` runs them, in a project.
  'starters/projects/**',
]

export default defineConfig({
  test: {
    // Only for tests that hang. The slowest test takes seconds and must not fail on a machine that is ten times slower.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    teardownTimeout: 600_000,
    expect: { poll: { timeout: 300_000 } },
    // Native libraries (database, token, emulated chain) have threads that crash when a worker thread unloads the code.
    pool: 'forks',
    maxWorkers: 2,
    // Transformed modules by content, on disk: otherwise each project transforms the same modules again.
    experimental: { fsModuleCache: true, fsModuleCachePath: 'node_modules/.cache/vitest' },
    sequence: { sequencer: DocumentsLast },
    // `npm test` and `npm run check` leave out the project `slow`.
    projects: [
      together('keys', KEYS),
      together('servers', SERVERS, { setupFiles: FAST_CRYPTO, except: ALONE, globalSetup: POSTGRES }),
      together('build', BUILD),
      together('clients', CLIENTS, {
        setupFiles: [...EMPTY_DOCUMENT, ...FAST_CRYPTO],
        except: [...BUILD, ...COMPONENTS, ...ALONE],
      }),
      together('components', COMPONENTS, { setupFiles: EMPTY_DOCUMENT, except: [...BUILD, ...MOCKING] }),
      together('recorded', RECORDED, { setupFiles: SERVER_CRYPTO }),
      together('slow', ['**/*.slow.test.{ts,tsx}'], { setupFiles: FAST_CRYPTO, globalSetup: POSTGRES }),
      apart('alone', REPLACING),
      apart('mocking', MOCKING, { setupFiles: [...EMPTY_DOCUMENT, ...FAST_CRYPTO] }),
      apart('platforms', PLATFORMS, { setupFiles: FAST_CRYPTO }),
      apart('others', ['**/!(*.slow).test.{ts,tsx}'], {
        except: [...KEYS, ...SERVERS, ...BUILD, ...CLIENTS, ...RECORDED],
      }),
    ],
  },
})

interface Options {
  readonly setupFiles?: string[]
  readonly except?: string[]
  readonly globalSetup?: string[]
}

/** Test files share one process, because importing the modules per file takes longer than most tests. */
function together(name: string, include: string[], options?: Options): TestProjectInlineConfiguration {
  const project = apart(name, include, options)
  return { ...project, test: { ...project.test, isolate: false } }
}

function apart(
  name: string,
  include: string[],
  { setupFiles = [], except = [], globalSetup = [] }: Options = {},
): TestProjectInlineConfiguration {
  return {
    extends: true,
    test: { name, include, exclude: [...OUTSIDE, ...except], setupFiles, globalSetup },
  }
}
