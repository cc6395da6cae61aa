/** The commands of the command line and their flags, from the table that parses them. */
import type { Flag } from 'keywright/src/command.ts'
import { commands, sharedFlags } from 'keywright/src/commands.ts'
import { InlineCode } from '../InlineCode.tsx'
import { pageOfCommand } from './commandPages.ts'
import { FactsTable } from './FactsTable.tsx'

/** Every command, with an anchor each: `#command-serve`, `#command-wallets-list`, linked to the page that teaches it. */
export function Commands() {
  const rows = commands.map(({ name, summary }) => ({
    key: name,
    id: `command-${name.replaceAll(' ', '-')}`,
    cells: [<CommandLink key="name" name={name} />, summary],
  }))
  return <FactsTable label="commands" heads={['Command', 'What it does']} rows={rows} />
}

function CommandLink({ name }: { readonly name: string }) {
  const page = pageOfCommand(name)
  const code = <InlineCode>{`keywright ${name}`}</InlineCode>
  return page === undefined ? code : <a href={page}>{code}</a>
}

/** Every flag, with an anchor each, such as `#flag-json`, and the commands that take it. */
export function Flags() {
  const rows = [...byName()].map(([name, uses]) => ({
    key: name,
    id: `flag-${name}`,
    cells: [
      <InlineCode key="name">{`--${name}`}</InlineCode>,
      meaningsOf(uses)
        .map(({ meaning, takers }) => `${meaning}. For ${takers.join(', ')}.`)
        .join(' '),
    ],
  }))
  return <FactsTable label="flags" heads={['Flag', 'What it does, and for which commands']} rows={rows} />
}

interface Use {
  readonly flag: Flag
  readonly taker: string
}

/** Flags that are only there to be refused are left out. */
function byName(): Map<string, Use[]> {
  const uses = [
    ...commands.flatMap(({ name, flags = [] }) => flags.map((flag) => ({ flag, taker: name }))),
    ...sharedFlags.map((flag) => ({ flag, taker: 'every command' })),
  ].filter(({ flag }) => flag.refused === undefined)
  uses.sort((a, b) => (a.flag.name < b.flag.name ? -1 : a.flag.name > b.flag.name ? 1 : 0))
  return groupBy(uses, ({ flag }) => flag.name)
}

/** The same words are said once, for all commands whose flag they are. */
function meaningsOf(uses: readonly Use[]) {
  const meaning = ({ value, summary, choices, isList }: Flag) =>
    [value, summary].filter(Boolean).join(': ') +
    (choices ? `: ${choices.join(', ')}` : '') +
    (isList ? ' (repeatable)' : '')
  return [...groupBy(uses, ({ flag }) => meaning(flag))].map(([text, same]) => ({
    meaning: text,
    takers: same.map(({ taker }) => taker),
  }))
}

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const key = keyOf(item)
    groups.set(key, [...(groups.get(key) ?? []), item])
  }
  return groups
}
