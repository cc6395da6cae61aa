/** The client of the latest build, so that the fixture of the browser tests doesn't bundle the same files again. */
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Assets } from '../../src/config/model.ts'
import { repositoryRoot } from '../site.ts'

const NOTE = join(repositoryRoot, '.cache/client.json')

interface Note {
  readonly dir: string
  readonly assets: Assets
}

/** Remembers the client of a built site. */
export function noteClient(dir: string, assets: Assets): void {
  const note: Note = { dir, assets }
  mkdirSync(dirname(NOTE), { recursive: true })
  writeFileSync(NOTE, JSON.stringify(note))
}

/** Copies the client of the latest build into a folder. Returns undefined if nothing has been built. */
export function copyBuiltClient(outDir: string): Assets | undefined {
  if (!existsSync(NOTE)) return undefined
  const { dir, assets } = JSON.parse(readFileSync(NOTE, 'utf8')) as Note
  if (!existsSync(join(dir, assets.boot))) return undefined
  for (const part of ['assets', 'favicon.svg'])
    cpSync(join(dir, part), join(outDir, part), { recursive: true })
  return assets
}
