/** Makes a starter install our packages from tarballs, because no registry has them yet. */
import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { CreateError } from './createError.ts'

interface Manifest {
  readonly name: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

const isOurs = (name: string) => name === 'keywright' || name.startsWith('@keywright/')

/**
 * Pins our packages, and those that they depend on, to `file:` addresses, so that npm doesn't look for them in a registry.
 * @throws CreateError `PACKAGES_MISSING`
 */
export async function pinToTarballs<M extends Manifest>(manifest: M, folder: string): Promise<M> {
  const files = await tarballsIn(folder)
  const addresses = new Map<string, string>()
  const add = async (names: readonly string[]): Promise<void> => {
    for (const name of names.filter((one) => isOurs(one) && !addresses.has(one))) {
      const file = files.get(name)
      if (!file) throw missing(folder, name)
      addresses.set(name, `file:${file}`)
      const { stdout } = await promisify(execFile)('tar', ['-xOf', file, 'package/package.json'])
      const { dependencies, peerDependencies } = JSON.parse(stdout) as Manifest
      await add(Object.keys({ ...dependencies, ...peerDependencies }))
    }
  }
  await add(Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }))
  const others = (given: Manifest['dependencies']) =>
    Object.fromEntries(Object.entries(given ?? {}).filter(([name]) => !isOurs(name)))
  return {
    ...manifest,
    dependencies: sorted({ ...others(manifest.dependencies), ...Object.fromEntries(addresses) }),
    devDependencies: others(manifest.devDependencies),
  }
}

/** Package name → its tarball, by the file names that `npm pack` writes. */
async function tarballsIn(folder: string): Promise<ReadonlyMap<string, string>> {
  let names: string[]
  try {
    names = await readdir(folder)
  } catch {
    throw missing(folder, 'keywright')
  }
  return new Map(
    names.flatMap((file) => {
      const [, rest, scoped] = /^(keywright(?:-(.+))?)-\d+\.\d+\.\d+.*\.tgz$/.exec(file) ?? []
      if (rest === undefined) return []
      return [[scoped === undefined ? 'keywright' : `@keywright/${scoped}`, join(folder, file)] as const]
    }),
  )
}

const missing = (folder: string, name: string) =>
  new CreateError(
    'PACKAGES_MISSING',
    `${folder} has no tarball of ${name}: run \`npm run release\` in a checkout and pass its dist/tarballs`,
  )

const sorted = (versions: Record<string, string>) =>
  Object.fromEntries(Object.entries(versions).sort(([a], [b]) => (a < b ? -1 : 1)))
