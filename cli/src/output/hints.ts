/** Hints for errors of the API. */
import { fillFacts } from '@keywright/contract'
import errorWords from '@keywright/contract/error-words.json' with { type: 'json' }
import hints from './hints.json' with { type: 'json' }

/** Drops hints that suggest the command that just failed, except with a flag, in usage lines and in examples. */
export function hintBeside(hint: string | undefined, command: string | undefined): string | undefined {
  if (hint === undefined || command === undefined) return hint
  const itself = new RegExp(`keywright ${command}\\b(?! --)`)
  const lines = hint.split('\n').filter((line) => /^(usage:|for example:)/.test(line) || !itself.test(line))
  return lines.length === 0 ? undefined : lines.join('\n')
}

/** The command line's own hint for an error, or the help of the catalog. */
export function hintFor(code: string | undefined): string | undefined {
  if (code === undefined) return undefined
  const own = (hints as Readonly<Record<string, string>>)[code]
  // The catalog's help for errors of the host is about routes, which commands hide.
  if (own !== undefined || code.startsWith('HOST_')) return own
  const { help } = (errorWords as Readonly<Record<string, { help?: string }>>)[code] ?? {}
  return help && fillFacts(help)
}
