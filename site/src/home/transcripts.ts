/**
 * Terminal transcripts from `site/transcripts/`: `# ` starts a stage, `$ ` a command, `…` stands for omitted lines, and
 * everything else is output. `transcripts.nightly.test.ts` replays them.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'

const FOLDER = new URL('../../transcripts/', import.meta.url)

/** Stands for any number of omitted lines. */
export const LEFT_OUT = '…'

export interface Step {
  readonly command: string
  readonly printed: readonly string[]
}

export interface Stage {
  readonly title: string
  readonly steps: readonly Step[]
}

/** Names of all transcripts. */
export const transcriptNames = (): readonly string[] =>
  readdirSync(FOLDER)
    .filter((file) => file.endsWith('.txt'))
    .map((file) => basename(file, '.txt'))

/** @param name one of `transcriptNames` */
export const readTranscript = (name: string): Stage[] =>
  parseTranscript(readFileSync(new URL(`${name}.txt`, FOLDER), 'utf8'))

/** @throws Error for output before the first command or a command before the first stage */
export function parseTranscript(text: string): Stage[] {
  const stages: { title: string; steps: { command: string; printed: string[] }[] }[] = []
  for (const line of text.trimEnd().split('\n')) {
    const stage = stages.at(-1)
    if (line.startsWith('# ')) stages.push({ title: line.slice(2), steps: [] })
    else if (!stage) throw new Error(`before any stage: ${line}`)
    else if (line.startsWith('$ ')) stage.steps.push({ command: line.slice(2), printed: [] })
    else if (!stage.steps.at(-1)) throw new Error(`before any command: ${line}`)
    else stage.steps.at(-1)!.printed.push(line)
  }
  return stages
}
