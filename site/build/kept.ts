/** Keeps expensive build results in files, each named by a hash of its input. Deleting the folder makes the next build slower. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { siteDir } from './site.ts'

const CACHE = join(siteDir, '.cache')

/** @param input everything that the result depends on */
export const fileFor = (name: string, ...input: readonly string[]): string =>
  join(CACHE, name, createHash('sha256').update(input.join('\0')).digest('hex').slice(0, 32))

/** The contents of a kept file, or undefined. */
export const readKept = (file: string): Buffer | undefined =>
  existsSync(file) ? readFileSync(file) : undefined

/** Keeps a result, and returns it. Builds that run side by side never read half a file. */
export function keep<T extends string | Uint8Array>(file: string, result: T): T {
  mkdirSync(dirname(file), { recursive: true })
  const unfinished = `${file}.${process.pid}`
  writeFileSync(unfinished, result)
  renameSync(unfinished, file)
  return result
}
