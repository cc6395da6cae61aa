/**
 * The terminal transcript of the home page: `# ` starts a stage, `$ ` a command, `…` stands for omitted lines, and
 * everything else is output. `stages.slow.test.ts` replays it.
 */
import { readFileSync } from 'node:fs'

const FILE = new URL('../../../transcripts/first-signature.txt', import.meta.url)

export interface Step {
  readonly command: string
  readonly printed: readonly string[]
}

export interface Stage {
  readonly title: string
  readonly steps: readonly Step[]
}

export const readTranscript = (): Stage[] => parseTranscript(readFileSync(FILE, 'utf8'))

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
