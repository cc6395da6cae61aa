/** Replays each transcript in an empty folder and compares the output. */
import { describe, expect, it } from 'vitest'
import { replay } from '../../transcripts/replay.ts'
import { LEFT_OUT, parseTranscript, readTranscript, transcriptNames } from './transcripts.ts'

describe('parseTranscript', () => {
  it('parses stages, commands and output', () => {
    expect(parseTranscript('# One\n$ a b\nc\n\nd\n$ e\n# Two\n$ f\n')).toEqual([
      {
        title: 'One',
        steps: [
          { command: 'a b', printed: ['c', '', 'd'] },
          { command: 'e', printed: [] },
        ],
      },
      { title: 'Two', steps: [{ command: 'f', printed: [] }] },
    ])
  })

  it.each(['$ a\n', 'a\n', '# One\na\n'])('rejects %j', (text) => {
    expect(() => parseTranscript(text)).toThrow(/before any/)
  })
})

describe('a transcript that has drifted', () => {
  it.each([
    ['another line', ['a', 'b'], 'a\nc\n'],
    ['a line too many', ['a'], 'a\nb\n'],
    ['a line that is missing', ['a', 'b'], 'a\n'],
    ['another line after some that are left out', ['a', LEFT_OUT, 'd'], 'a\nb\nc\n'],
  ])('a difference is detected: %s', (_what, shown, printed) => {
    expect(printed).not.toMatch(patternOf(shown))
  })
})

it.each(transcriptNames())('%s matches the output of the commands', async (name) => {
  const steps = readTranscript(name)
    .flatMap((stage) => stage.steps)
    .filter(({ command }) => command !== 'npm ci')
  const printed = await replay(
    steps.map(({ command, printed }) => ({
      commands: command,
      output: printed.join('\n'),
      isBackground: command.startsWith('npx keywright dev'),
      line: 0,
      outputLines: undefined,
    })),
  )
  for (const [at, { command, printed: shown }] of steps.entries())
    expect(`${printed[at]!.trimEnd()}\n`, command).toMatch(patternOf(shown))
})

/** Matches exactly these lines, with gaps for omitted ones. */
function patternOf(lines: readonly string[]): RegExp {
  const parts = lines.map((line) => (line === LEFT_OUT ? '(?:.*\\n)*?' : `${escaped(line)}\\n`))
  return new RegExp(`^${parts.join('')}$`)
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
