/** Hints for common errors of the API. */
import hints from './hints.json' with { type: 'json' }

/** Drops hints that suggest the command that just failed, except usage lines and examples. */
export function hintBeside(hint: string | undefined, command: string | undefined): string | undefined {
  if (hint === undefined || command === undefined) return hint
  const itself = new RegExp(`keywright ${command}\\b(?! --help)`)
  const lines = hint.split('\n').filter((line) => /^(usage:|for example:)/.test(line) || !itself.test(line))
  return lines.length === 0 ? undefined : lines.join('\n')
}

export const hintFor = (code: string | undefined): string | undefined =>
  code === undefined ? undefined : (hints as Readonly<Record<string, string>>)[code]
