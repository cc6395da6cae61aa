/** The recorded run of an example: its output, and the response to each request. */
import { readRecording } from '@keywright/examples'
import { callOfPath } from '../../src/widgets/runner/lines.tsx'
import { printedText } from '../../src/widgets/runner/printedText.ts'
import { codeBlock, inlineCode } from './markdownText.ts'

/** Longer responses are truncated, because a few rows are enough. */
const MOST_CHARACTERS = 800

/** Returns Markdown blocks. */
export function recordedAnswers(id: string): string[] {
  const recording = readRecording(id)
  if (!recording) return []
  const printed = recording.printed.map(({ level, values }) => printedText(level, values)).join('\n')
  return [
    ...(printed === '' ? [] : ['Recorded output:', codeBlock(printed)]),
    ...recording.exchanges.flatMap(({ path, status, answer }) => [
      `Recorded answer to ${inlineCode(callOfPath(path))}: HTTP ${status}`,
      codeBlock(cut(JSON.stringify(answer, null, 1)), 'json'),
    ]),
  ]
}

const cut = (text: string): string =>
  text.length <= MOST_CHARACTERS
    ? text
    : `${text.slice(0, text.lastIndexOf('\n', MOST_CHARACTERS))}\n… (${text.length} characters in all)`
