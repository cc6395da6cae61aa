/** The pages that have a transcript. */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readTranscript, type Step } from './readTranscript.ts'

const CONTENT = fileURLToPath(new URL('../content/', import.meta.url))

export interface TranscriptPage {
  /** Under `site/content`. */
  readonly file: string
  readonly path: string
  readonly source: string
  readonly steps: readonly Step[]
}

/** Sorted by file. */
export const readTranscriptPages = (): TranscriptPage[] =>
  readdirSync(CONTENT, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.mdx'))
    .sort()
    .map((file) => {
      const path = `${CONTENT}${file}`
      const source = readFileSync(path, 'utf8')
      return { file, path, source, steps: readTranscript(source) }
    })
    .filter(({ steps }) => steps.length > 0)
