/**
 * Reads the transcript of a job, a text file of lines:
 *
 *     # TITLE            the job
 *     ## /ROUTE#ANCHOR   the section that the reader has open
 *     $ COMMAND          a command of the section: its whole block, if the block starts with this line
 *     & COMMAND          the same, in a second terminal
 *     > COMMAND          what the reader fills in or makes up
 *     file NAME          saves a file that the section shows
 *
 * Other lines are the output of the command above. `…` stands for any lines, `<id 1>` for an id.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Step } from '../transcripts/readTranscript.ts'
import { type PageSection, readPage } from './readPage.ts'

const JOBS = fileURLToPath(new URL('.', import.meta.url))

/** The checkout, which pages call `PATH`. */
const CHECKOUT = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')

/** What `npm run release` packs. */
export const TARBALLS = `${CHECKOUT}/dist/tarballs`

export interface Job {
  readonly file: string
  readonly path: string
  readonly source: string
  readonly title: string
  readonly steps: readonly Step[]
}

/** Sorted by file. @throws Error if a page doesn't show what a job takes from it */
export const readJobs = (): Job[] =>
  readdirSync(JOBS)
    .filter((file) => file.endsWith('.txt'))
    .sort()
    .map((file) => {
      const path = `${JOBS}${file}`
      const source = readFileSync(path, 'utf8')
      return { file, path, source, ...readJob(source) }
    })

/** @throws Error with the line, for a line before the first section or for something that its page doesn't show */
export function readJob(source: string): Pick<Job, 'title' | 'steps'> {
  const lines = source.trimEnd().split('\n')
  const [, title] = /^# (.+)$/.exec(lines[0]!) ?? []
  if (title === undefined) throw new Error('line 1: a job starts with "# TITLE"')
  const steps: Step[] = []
  let section: PageSection | undefined
  for (let at = 1; at < lines.length; at += 1) {
    const line = lines[at]!
    const [, place] = /^## (\S+)$/.exec(line) ?? []
    if (place !== undefined) {
      section = readPage(place)
      continue
    }
    if (!section) throw new Error(`line ${at + 1}: no section is open`)
    const commands = commandsOf(line, section).replaceAll('PATH/', `${CHECKOUT}/`)
    const from = at + 1
    while (at + 1 < lines.length && !isInstruction(lines[at + 1]!)) at += 1
    const output = lines.slice(from, at + 1).join('\n')
    const outputLines = { from, to: at + 1, indent: '' }
    steps.push({ commands, output, isBackground: line.startsWith('& '), line: from, outputLines })
  }
  return { title, steps }
}

const isInstruction = (line: string): boolean => /^(## \/|[$&>] |file )/.test(line)

function commandsOf(line: string, section: PageSection): string {
  const [, word, rest] = /^([$&>]|file) (.*)$/.exec(line)!
  if (word === '>') return rest!
  if (word === 'file') return `cat > ${rest} <<'END_OF_FILE'\n${section.file(rest!)}\nEND_OF_FILE`
  return section.commands(rest!)
}

/** Whether printed lines match the expected ones, in which `…` stands for any lines. */
export function matches(printed: string, expected: string): boolean {
  const parts = expected
    .split('\n')
    .map((line) => (line === '…' ? '(?:.*\n)*?' : `${line.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}\n`))
  return new RegExp(`^${parts.join('')}$`).test(`${printed}\n`)
}
