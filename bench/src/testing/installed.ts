/** The package as a user has it: packed by npm, installed from its tarballs into an empty folder. */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { dependenciesOf, isPublished, listWorkspaces, root } from '../../../scripts/packages/workspaces.ts'

export interface Installed {
  /** `firstStart.mjs`, where it finds the installed package. */
  readonly firstStart: string
  remove(): void
}

export function installTesting(): Installed {
  const folder = mkdtempSync(join(tmpdir(), 'keywright-bench-testing-'))
  const npm = (words: readonly string[], cwd: string) =>
    execFileSync('npm', words, { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
  const all = listWorkspaces()
  const command = all.find(({ folder: name }) => name === 'cli')!
  const packages = [...dependenciesOf(command, all), command].filter(isPublished)
  const names = packages.flatMap(({ manifest }) => ['-w', manifest.name])
  npm(['pack', '--silent', '--pack-destination', folder, ...names], root)
  const tarballs = readdirSync(folder).map((name) => join(folder, name))
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  npm(['install', '--silent', '--prefer-offline', '--no-audit', '--no-fund', ...tarballs], folder)
  const firstStart = join(folder, 'firstStart.mjs')
  cpSync(fileURLToPath(new URL('./firstStart.mjs', import.meta.url)), firstStart)
  return { firstStart, remove: () => rmSync(folder, { recursive: true }) }
}
