/** `npm ci` fails if a package has an install script that `allowScripts` neither allows nor denies. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../../..')

interface Lockfile {
  readonly packages: Readonly<Record<string, { hasInstallScript?: boolean; name?: string }>>
}
const read = <T>(file: string): T => JSON.parse(readFileSync(join(root, file), 'utf8'))

it.each(['.', 'tools/tests/nightly'])(
  'the install scripts of %s/package-lock.json are allowed or denied',
  (folder) => {
    const { packages } = read<Lockfile>(`${folder}/package-lock.json`)
    const { allowScripts } = read<{ allowScripts: Record<string, boolean> }>(`${folder}/package.json`)
    const names = Object.entries(packages)
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([path, { name }]) => name ?? path.split('node_modules/').at(-1)!)
    expect(names.length).toBeGreaterThan(0)
    expect(names.filter((name) => !(name in allowScripts))).toEqual([])
  },
)
