/** Tables of CLI commands and flags, from the CLI's own definitions. */
import type { Flag } from 'keywright/src/command.ts'
import { commands, sharedFlags } from 'keywright/src/commands.ts'
import { InlineCode } from '../../shared/InlineCode.tsx'
import { pageOfCommand } from './commandPages.ts'
import { FactsTable } from './FactsTable.tsx'

/** All commands, with anchors like `#command-wallets-list` and links to the pages that teach them. */
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

/** All flags, with anchors like `#flag-json` and the commands that accept them. */
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

/** Groups flags by name. Omits flags that the CLI always rejects. */
function byName(): Map<string, Use[]> {
  const uses = [
    ...commands.flatMap(({ name, flags = [] }) => flags.map((flag) => ({ flag, taker: name }))),
    ...sharedFlags.map((flag) => ({ flag, taker: 'every command' })),
  ].filter(({ flag }) => flag.refused === undefined)
  uses.sort((a, b) => (a.flag.name < b.flag.name ? -1 : a.flag.name > b.flag.name ? 1 : 0))
  return groupBy(uses, ({ flag }) => flag.name)
}

/** Merges equal descriptions of several commands. */
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
