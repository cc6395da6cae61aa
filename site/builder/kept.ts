/** Caches expensive build results in files named by a hash of their input. Deleting the folder only slows the next build. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { siteDir } from './site.ts'

const CACHE = join(siteDir, '.cache')

/** @param input everything the result depends on */
export const fileFor = (name: string, ...input: readonly string[]): string =>
  join(CACHE, name, createHash('sha256').update(input.join('\0')).digest('hex').slice(0, 32))

/** The content of a cached file, or undefined. */
export const readKept = (file: string): Buffer | undefined =>
  existsSync(file) ? readFileSync(file) : undefined

/** Caches and returns a result. Writes atomically, for parallel builds. */
export function keep<T extends string | Uint8Array>(file: string, result: T): T {
  mkdirSync(dirname(file), { recursive: true })
  const unfinished = `${file}.${process.pid}`
  writeFileSync(unfinished, result)
  renameSync(unfinished, file)
  return result
}
