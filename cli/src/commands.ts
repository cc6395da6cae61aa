/** The table of commands, from which parsing and help are derived. Its texts are in `commands.json`. */
import type { Argument, Command, Flag } from './command.ts'
import table from './commands.json' with { type: 'json' }
import { loaders } from './loaders.ts'

/** A flag, or the name of an entry of `flagSets`. */
type FlagEntry = Flag | string

interface CommandEntry extends Omit<Command, 'name' | 'flags' | 'load'> {
  readonly arguments?: readonly Argument[]
  readonly flags?: readonly FlagEntry[]
}

/** Flags that every command accepts. */
export const sharedFlags: readonly Flag[] = [
  { name: 'json', summary: 'print one JSON document on standard output, for scripts' },
  { name: 'help', summary: 'show help' },
]

/** In the order of help. */
export const commands: readonly Command[] = Object.entries(
  table.commands as Record<string, CommandEntry>,
).map(([name, { flags, ...entry }]) => ({
  ...entry,
  name,
  ...(flags && { flags: flagsOf(flags) }),
  load: loaders[name as keyof typeof loaders],
}))

/** Replaces names of flag sets by their flags. */
function flagsOf(entries: readonly FlagEntry[]): Flag[] {
  const sets: Readonly<Record<string, readonly FlagEntry[]>> = table.flagSets
  return entries.flatMap((entry) => (typeof entry === 'string' ? flagsOf(sets[entry]!) : [entry]))
}
