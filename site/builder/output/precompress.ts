/** Compresses text files at build time, so that servers don't compress them for each reader. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { INDEX_PATH } from '../../src/search/settings.ts'
import { SHARED_CHUNK } from '../client/bundle.ts'
import { isText } from '../server/contentTypes.ts'
import { type COMPRESSED, HOST_FILES } from './hostFiles.ts'

/** Smaller files fit into a packet or two as they are. */
const LEAST_BYTES = 1024

/** What readers wait for after a press: the index of search, and React. */
const isAwaited = (path: string) => path === INDEX_PATH.slice(1) || path.startsWith(`assets/${SHARED_CHUNK}-`)
/** The others save the most bytes per second of build (docs/decisions.md). */
const qualityOf = (path: string) => (isAwaited(path) ? constants.BROTLI_MAX_QUALITY : 6)

const isForHosts = (path: string) => HOST_FILES.some((name) => name === path)

/**
 * Writes a `.br` and a `.gz` copy next to each text file below `dir`. In one thread, because streams of threads take half
 * as much processor time again. @returns the number of compressed files
 */
export function precompress(dir: string): number {
  const paths = readdirSync(dir, { recursive: true, encoding: 'utf8' })
  const texts = paths.filter((path) => isText(path) && !isForHosts(path))
  return texts.filter((path) => compress(join(dir, path), qualityOf(path))).length
}

function compress(file: string, quality: number): boolean {
  const text = readFileSync(file)
  if (text.length < LEAST_BYTES) return false
  const copies: Record<keyof typeof COMPRESSED, Buffer> = {
    br: brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
    gz: gzipSync(text),
  }
  for (const [extension, copy] of Object.entries(copies)) writeFileSync(`${file}.${extension}`, copy)
  return true
}
