/** Compresses text files at build time, so that servers don't compress them for each reader. */
import { readdirSync } from 'node:fs'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { INDEX_PATH } from '../../src/search/files.ts'
import { isText } from '../server/contentTypes.ts'
import { type COMPRESSED, HOST_FILES } from './hostFiles.ts'

/** Smaller files fit into a packet or two as they are. */
const LEAST_BYTES = 1024

/** What readers wait for after a press: the index of search, and React. */
const isAwaited = (path: string) => path === INDEX_PATH.slice(1) || path.startsWith('assets/shared-')
/** The others save the most bytes per second of build (docs/decisions.md). */
const qualityOf = (path: string) => (isAwaited(path) ? constants.BROTLI_MAX_QUALITY : 6)

const [brotli, zip] = [promisify(brotliCompress), promisify(gzip)]
const isForHosts = (path: string) => HOST_FILES.some((name) => name === path)

/** Writes a `.br` and a `.gz` copy next to each text file below `dir`. @returns the number of compressed files */
export async function precompress(dir: string): Promise<number> {
  const paths = readdirSync(dir, { recursive: true, encoding: 'utf8' })
  const texts = paths.filter((path) => isText(path) && !isForHosts(path))
  const written = await Promise.all(texts.map((path) => compress(join(dir, path), qualityOf(path))))
  return written.filter(Boolean).length
}

async function compress(file: string, quality: number): Promise<boolean> {
  if ((await stat(file)).size < LEAST_BYTES) return false
  const text = await readFile(file)
  const copies: Record<keyof typeof COMPRESSED, Promise<Buffer>> = {
    br: brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
    gz: zip(text),
  }
  for (const [extension, copy] of Object.entries(copies)) await writeFile(`${file}.${extension}`, await copy)
  return true
}
