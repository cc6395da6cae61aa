/** Replays the transcript in an empty folder and compares the output. */
import { describe, expect, it } from 'vitest'
import { matches } from '../../../jobs/readJob.ts'
import { replay } from '../../../transcripts/replay.ts'
import { parseTranscript, readTranscript } from './stages.ts'

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

it('the transcript matches the output of the commands', async () => {
  const steps = readTranscript()
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
    expect(matches(printed[at]!.trimEnd(), shown.join('\n')), `${command}\n${printed[at]}`).toBe(true)
})
