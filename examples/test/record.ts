/** Writes the recording of a run, and compares a run with its recording. */
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { abridged, type Recording, recordingFile } from '@keywright/examples'
import { writeRecord } from '../../tools/scripts/lib/recordFile.ts'

/** The recording of a run as stored: only what pages show. */
export function toRecording({ id, printed, exchanges }: Recording): Recording {
  const shown = exchanges.map((one) => ({ ...one, answer: abridged(one.answer) }))
  // The file omits members without a value.
  return JSON.parse(JSON.stringify({ id, printed, exchanges: shown }))
}

export function writeRecording(recording: Recording): void {
  const file = recordingFile(recording.id)
  mkdirSync(dirname(file), { recursive: true })
  writeRecord(file, toRecording(recording))
}

/**
 * The output without anything that differs between organizations: ids, keys, signatures, addresses, times. The same in
 * every place.
 */
export const shapeOf = ({ printed }: Recording): string[] =>
  printed.map(({ level, values }) => `${level} ${JSON.stringify(values).replace(VARYING, '…')}`)

/** UUIDs, timestamps, and long words in hexadecimal, base58, base64 or bech32. */
const VARYING = new RegExp(
  [
    // The difference between two clocks: another example may have moved the development server's clock.
    /(?<=this clock is )\d+ seconds (?:ahead of|behind)/,
    /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/,
    /(?:0x)?[\da-fA-F]{16,}n?/,
    // Not one of our names, because it contains digits or mixed case.
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
