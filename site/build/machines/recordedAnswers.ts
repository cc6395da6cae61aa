/** What came of an example when it was run: what it printed, and what the engine answered to each request. */
import { readRecording } from '@keywright/examples'
import type { RootContent } from 'mdast'
import { callOfPath } from '../../src/runner/lines.tsx'
import { printedText } from '../../src/runner/printedText.ts'

/** An answer that is longer is cut: lists of a hundred rows teach nothing that three do not. */
const MOST_CHARACTERS = 800

export function recordedAnswers(id: string): RootContent[] {
  const recording = readRecording(id)
  if (!recording) return []
  const printed = recording.printed.map(({ level, values }) => printedText(level, values)).join('\n')
  return [
    ...(printed === '' ? [] : [paragraph('Recorded output:'), { type: 'code', value: printed } as const]),
    ...recording.exchanges.flatMap(({ path, status, answer }): RootContent[] => [
      {
        type: 'paragraph',
        children: [
          { type: 'text', value: 'Recorded answer to ' },
          { type: 'inlineCode', value: callOfPath(path) },
          { type: 'text', value: `: HTTP ${status}` },
        ],
      },
      { type: 'code', lang: 'json', value: cut(JSON.stringify(answer, null, 1)) },
    ]),
  ]
}

const cut = (text: string): string =>
  text.length <= MOST_CHARACTERS
    ? text
    : `${text.slice(0, text.lastIndexOf('\n', MOST_CHARACTERS))}\n… (${text.length} characters in all)`

const paragraph = (value: string): RootContent => ({ type: 'paragraph', children: [{ type: 'text', value }] })
