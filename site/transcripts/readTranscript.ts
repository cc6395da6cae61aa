/**
 * Reads the transcript of a page: `sh transcript` fences with commands, each followed by an optional `text output` fence.
 * `<SampleServer />` stands for its commands.
 */
import { parseFence } from '../builder/markdown/fence.ts'
import { SAMPLE_SERVER } from '../src/mdx/SampleServer.tsx'

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
  const lines = source.split('\n')
  const sampleAt = lines.indexOf('<SampleServer />')
  for (const { lang, flags, code, indent, from, to } of readBlocks(lines)) {
    if (sampleAt >= 0 && from > sampleAt && !steps.some(({ line }) => line > sampleAt))
      steps.push(...sampleSteps(sampleAt + 1))
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

const sampleSteps = (line: number): Step[] =>
  SAMPLE_SERVER.map(({ code, isBackground }) => ({
    commands: code,
    output: undefined,
    isBackground,
    line,
    outputLines: undefined,
  }))

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
