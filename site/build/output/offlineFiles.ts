/** What keeps the site for readers without a network: the worker, and the list of what it may keep. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { gzipSync } from 'node:zlib'
import { strictBundle } from '@keywright/sandbox/build'
import { WORKER } from '../../src/offline/addresses.ts'
import { HASH_LENGTH, KEPT_FILES, LIST, type OfflineList } from '../../src/offline/list.ts'
import { documentFileOf } from '../content/routes.ts'
import { siteDir } from '../site.ts'
import { addressesOf, type Frames, RUNNER_FRAME } from './securityHeaders.ts'
import { writeFiles } from './write.ts'

export interface OfflineOptions {
  /** Addresses of what every page asks for: its script, its style sheet. */
  readonly everywhere: readonly string[]
  /** Headers of the runner's frame, where the site has a runner. */
  readonly frame: Frames[string] | undefined
  /** Addresses of the documents that stand in for pages. */
  readonly shells: readonly string[]
}

/** Reads everything else that was built, and writes list and worker beside it. */
export async function writeOffline(
  dir: string,
  { everywhere, frame, shells }: OfflineOptions,
): Promise<OfflineList> {
  const worker = await bundleWorker('worker')
  const files: Record<string, string> = {}
  const size = { kept: 0, loaded: 0 }
  for (const [address, file] of keptAddresses(dir, shells, frame !== undefined)) {
    const bytes = readFileSync(join(dir, file))
    files[address] = createHash('sha256').update(bytes).digest('base64url').slice(0, HASH_LENGTH)
    size.kept += bytes.length
    size.loaded +=
      file.endsWith('.woff2') || file.endsWith('.png') ? bytes.length : gzipSync(bytes, { level: 6 }).length
  }
  const isCore = (address: string) =>
    [...shells, ...everywhere, '/favicon.svg'].includes(address) || address.endsWith('.woff2')
  const parts = {
    files,
    core: Object.keys(files).filter(isCore),
    frame: frame ? { address: RUNNER_FRAME, headers: frame } : null,
    size,
  }
  const build = createHash('sha256')
    .update(JSON.stringify(parts))
    .update(worker)
    .digest('base64url')
    .slice(0, HASH_LENGTH)
  const list: OfflineList = { build, ...parts }
  writeFiles(dir, {
    [LIST.slice(1)]: JSON.stringify(list),
    [WORKER.slice(1)]: worker.replaceAll(BUILD_PLACE, build),
  })
  return list
}

/** For a site that no longer keeps anything: what takes an earlier worker away. */
export const removalFiles = async (): Promise<Record<string, string>> => ({
  [WORKER.slice(1)]: await bundleWorker('removal'),
})

/** Address and file of everything that can be kept, in the order of their names. */
function* keptAddresses(
  dir: string,
  shells: readonly string[],
  hasFrame: boolean,
): Generator<[address: string, file: string]> {
  const files = readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(dir.length + 1)
        .split(sep)
        .join('/'),
    )
    .sort()
  for (const shell of shells) yield [shell, documentFileOf(shell)]
  for (const file of files) {
    if (addressesOf(RUNNER_FRAME).includes(`/${file}`)) {
      if (hasFrame) yield [RUNNER_FRAME, file]
    } else if (KEPT_FILES.test(`/${file}`)) yield [`/${file}`, file]
  }
}

const BUILD_PLACE = '@build@'

/** One classic script: browsers differ in whether a worker of this kind may be a module. */
async function bundleWorker(name: 'worker' | 'removal'): Promise<string> {
  const { rolldown } = await import('rolldown')
  const strict = strictBundle()
  const bundle = await rolldown({
    input: join(siteDir, `src/offline/${name}.ts`),
    platform: 'browser',
    ...strict.options,
    transform: { define: { BUILD: JSON.stringify(BUILD_PLACE) } },
  })
  const { output } = await bundle.generate({ format: 'iife', minify: true })
  await bundle.close()
  strict.assertNone()
  return output[0].code.trim()
}
