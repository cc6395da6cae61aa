/** Names and versions of the installed clients, read from their packages. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

export interface Installed {
  /** As published. */
  readonly name: string
  readonly version: string
}

const require = createRequire(import.meta.url)

/** Aliases of public packages, of which several versions are installed. */
export function aliases(): string[] {
  const file = new URL('../../package.json', import.meta.url)
  const { devDependencies } = JSON.parse(readFileSync(file, 'utf8')) as {
    devDependencies: Record<string, string>
  }
  return Object.keys(devDependencies).filter((name) => devDependencies[name]!.startsWith('npm:'))
}

export function installed(alias: string): Installed {
  const { name, version } = JSON.parse(
    readFileSync(join(folderOf(alias), 'package.json'), 'utf8'),
  ) as Installed
  return { name, version }
}

/** Folder of an installed package; its entry point is somewhere below. */
export function folderOf(alias: string): string {
  const entry = require.resolve(alias)
  const end = join('node_modules', alias)
  return entry.slice(0, dirname(entry).lastIndexOf(end) + end.length)
}
