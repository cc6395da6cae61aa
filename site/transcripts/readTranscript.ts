/**
 * Reads the transcript of a page: `sh transcript` fences with commands, each followed by an optional `text output` fence.
 */
import { parseFence } from '../builder/markdown/fence.ts'

export interface Step {
  readonly commands: string
  /** Undefined if the page shows no output. */
  readonly output: string | undefined
  /** Runs in the background, in its own terminal. */
  readonly isBackground: boolean
  /** Line of the commands' fence in the file, starting at 1. */
  readonly line: number
  /** Lines of the output without its fences, as a half-open range starting at 0. */
  readonly outputLines: { readonly from: number; readonly to: number; readonly indent: string } | undefined
}

export interface Block {
  readonly lang: string
  readonly flags: readonly string[]
  readonly title: string | undefined
  readonly indent: string
  readonly from: number
  readonly to: number
  readonly code: string
}

/** The steps of a page, in order. @throws Error for output without a command */
export function readTranscript(source: string): Step[] {
  const steps: Step[] = []
  for (const block of readBlocks(source.split('\n'))) {
    const { lang, flags, code, indent, from, to } = block
    if (lang === 'sh' && flags.includes('transcript')) {
      steps.push({
        commands: code,
        output: undefined,
        isBackground: flags.includes('background'),
        line: from,
        outputLines: undefined,
      })
    } else if (lang === 'text' && flags.includes('output')) {
      const step = steps.pop()
      if (step === undefined || step.output !== undefined)
        throw new Error(`line ${from}: output without commands before it`)
      steps.push({ ...step, output: code, outputLines: { from, to, indent } })
    }
  }
  return steps
}

/** The code fences of a page, also those within lists. */
export function readBlocks(lines: readonly string[]): Block[] {
  const blocks: Block[] = []
  for (let at = 0; at < lines.length; at += 1) {
    const [, indent = '', ticks = '', lang = '', meta = ''] =
      /^( *)(`{3,})(\w*) ?(.*)$/.exec(lines[at]!) ?? []
    if (ticks === '') continue
    const from = at + 1
    let to = from
    while (to < lines.length && lines[to] !== `${indent}${ticks}`) to += 1
    const code = lines
      .slice(from, to)
      .map((line) => line.slice(indent.length))
      .join('\n')
    const { flags, title } = parseFence(lang, meta, code, from)
    blocks.push({ lang, flags, title, indent, from, to, code })
    at = to
  }
  return blocks
}
