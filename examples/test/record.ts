/** Writes the recording of a run, and compares a run with the recording. */
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { abridged, type Recording, recordingFile } from '@keywright/examples'
import { writeRecord } from '../../scripts/lib/recordFile.ts'

/** The recording of a run as its file has it: only what pages show. */
export function toRecording({ id, printed, exchanges }: Recording): Recording {
  const shown = exchanges.map((one) => ({ ...one, answer: abridged(one.answer) }))
  // Members without a value are not in the file.
  return JSON.parse(JSON.stringify({ id, printed, exchanges: shown }))
}

export function writeRecording(recording: Recording): void {
  const file = recordingFile(recording.id)
  mkdirSync(dirname(file), { recursive: true })
  writeRecord(file, toRecording(recording))
}

/**
 * What was printed, with everything blanked that differs from one organization to the next: ids, keys, signatures,
 * addresses, times. The same in every place.
 */
export const shapeOf = ({ printed }: Recording): string[] =>
  printed.map(({ level, values }) => `${level} ${JSON.stringify(values).replace(VARYING, '…')}`)

/** UUIDs, digits of time, and whatever is long and of one word in hexadecimal, base58, base64 or bech32. */
const VARYING = new RegExp(
  [
    // How far two clocks are apart: the development server's may have been moved ahead by another example.
    /(?<=this clock is )\d+ seconds (?:ahead of|behind)/,
    /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/,
    /(?:0x)?[\da-fA-F]{16,}n?/,
    // No name of ours: there are digits in it, or both cases.
    /(?<![\w+/=-])(?=[\w+/=-]*(?:\d|[a-z][\w+/=-]*[A-Z]|[A-Z][\w+/=-]*[a-z]))[\w+/=-]{20,}/,
    /\d{10,}n?/,
    /\d{4}-\d\d-\d\dT[\d:.]+Z/,
    /random/,
    // The recovery id of a signature, as the command line prints it.
    /(?<=nv {2})0[01]/,
    /(?<=127\.0\.0\.1):\d+/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
)
