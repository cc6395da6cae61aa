/** Generates completion scripts from the table of commands. The scripts run no program while completing. */
import type { Command, Flag } from '../command.ts'

type Shell = 'bash' | 'zsh' | 'fish'

/** @param calls completions of the first argument of `request` */
export function writeCompletions(
  shell: Shell,
  commands: readonly Command[],
  shared: readonly Flag[],
  calls: readonly string[],
): string {
  const rows = commands.map((command) => toRow(command, shared, calls))
  return writers[shell](rows)
}

interface Row {
  readonly name: string
  readonly summary: string
  readonly flags: readonly Flag[]
  readonly words: readonly string[]
}

const toRow = (command: Command, shared: readonly Flag[], calls: readonly string[]): Row => ({
  name: command.name,
  summary: command.summary,
  flags: [...(command.flags ?? []), ...shared].filter(({ refused }) => refused === undefined),
  words: (command.arguments ?? []).flatMap(({ choices, completes }) =>
    completes === 'calls' ? calls : (choices ?? []),
  ),
})

/** Maps each first word to the words that may follow it; the empty key maps to all first words. */
function wordsAfter(rows: readonly Row[]): Map<string, string[]> {
  const after = new Map<string, Set<string>>([['', new Set()]])
  for (const { name } of rows) {
    const [first = '', second] = name.split(' ')
    after.get('')!.add(first)
    if (second === undefined) continue
    const list = after.get(first) ?? new Set()
    after.set(first, list.add(second))
  }
  return new Map([...after].map(([key, list]) => [key, [...list]]))
}

const longFlags = (row: Row) => row.flags.map(({ name }) => `--${name}`)

function writeBash(rows: readonly Row[]): string {
  const groups = wordsAfter(rows)
  const cases = rows.map(
    (row) => `    '${row.name}') words='${[...row.words, ...longFlags(row)].join(' ')}' ;;`,
  )
  const choices = rows.flatMap((row) =>
    row.flags.flatMap(({ name, choices }) =>
      choices ? [`    '${row.name} --${name}') words='${choices.join(' ')}' ;;`] : [],
    ),
  )
  const groupCases = [...groups].map(([first, words]) => `      '${first}') words='${words.join(' ')}' ;;`)
  return `# keywright completion for bash
_keywright() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}"
  local first="\${COMP_WORDS[1]}" second="\${COMP_WORDS[2]}" command words=''
  if [ "$COMP_CWORD" -eq 1 ]; then first=''; fi
  case "$first $second" in
${rows
  .filter(({ name }) => name.includes(' '))
  .map(({ name }) => `    '${name}') command='${name}' ;;`)
  .join('\n')}
    *) command="$first" ;;
  esac
  case "$command" in
${cases.join('\n')}
    *)
      case "$first" in
${groupCases.join('\n')}
      esac ;;
  esac
  case "$command $previous" in
${choices.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _keywright keywright`
}

function writeZsh(rows: readonly Row[]): string {
  const groups = wordsAfter(rows)
  const describe = (words: readonly string[], summaryOf: (word: string) => string) =>
    words.map((word) => `'${word}:${quote(summaryOf(word)).replaceAll(':', '\\:')}'`).join(' ')
  const summaryOf = (prefix: string) => (word: string) =>
    rows.find(({ name }) => name === `${prefix}${word}`)?.summary ?? `${word} commands`
  const cases = rows.map((row) => {
    const flags = row.flags.map(({ name, value, summary, choices }) => {
      const action =
        value === undefined
          ? ''
          : `:${value.toLowerCase().replace(/[^a-z]+/g, '-')}:${choices ? `(${choices.join(' ')})` : '_files'}`
      return `'--${name}[${quote(summary).replaceAll(/[[\]]/g, '')}]${action}'`
    })
    const words = row.words.length > 0 ? ` '*:argument:(${row.words.join(' ')})'` : " '*:argument:_files'"
    return `    '${row.name}') _arguments -s : ${flags.join(' ')}${words} ;;`
  })
  return `#compdef keywright
# keywright completion for zsh
_keywright() {
  local command="\${words[2]}"
  if (( CURRENT == 2 )); then
    local -a first; first=(${describe(groups.get('')!, summaryOf(''))})
    _describe command first
    return
  fi
  case "$command" in
${[...groups]
  .filter(([first]) => first !== '')
  .map(
    ([first, words]) => `    '${first}')
      if (( CURRENT == 3 )); then
        local -a second; second=(${describe(words, summaryOf(`${first} `))})
        _describe command second
        return
      fi
      command="$command \${words[3]}" ;;`,
  )
  .join('\n')}
  esac
  case "$command" in
${cases.join('\n')}
  esac
}
# When autoloaded from fpath, this file is the body of the function, so the first call must complete too.
if [ "\${funcstack[1]}" = _keywright ]; then
  _keywright "$@"
else
  compdef _keywright keywright
fi`
}

function writeFish(rows: readonly Row[]): string {
  const groups = wordsAfter(rows)
  const lines = ['# keywright completion for fish', 'complete -c keywright -f']
  for (const word of groups.get('')!) {
    const summary = rows.find(({ name }) => name === word)?.summary ?? `${word} commands`
    lines.push(`complete -c keywright -n __fish_use_subcommand -a ${word} -d '${quote(summary)}'`)
  }
  for (const row of rows) {
    const [first = '', second] = row.name.split(' ')
    // fish matches any word: `verify` also matches `journal verify`.
    const homonyms = [...groups].filter(
      ([group, seconds]) => group !== '' && group !== first && seconds.includes(first),
    )
    const isOther = homonyms.map(([group]) => group).join(' ')
    const isFirst = `__fish_seen_subcommand_from ${first}${isOther === '' ? '' : `; and not __fish_seen_subcommand_from ${isOther}`}`
    if (second !== undefined) {
      const others = groups.get(first)!.join(' ')
      const isOpen = `${isFirst}; and not __fish_seen_subcommand_from ${others}`
      lines.push(`complete -c keywright -n '${isOpen}' -a ${second} -d '${quote(row.summary)}'`)
    }
    const isHere = second === undefined ? isFirst : `${isFirst}; and __fish_seen_subcommand_from ${second}`
    if (row.words.length > 0) lines.push(`complete -c keywright -n '${isHere}' -a '${row.words.join(' ')}'`)
    for (const { name, value, summary, choices } of row.flags) {
      const argument = value === undefined ? '' : choices ? ` -x -a '${choices.join(' ')}'` : ' -r -F'
      lines.push(`complete -c keywright -n '${isHere}' -l ${name}${argument} -d '${quote(summary)}'`)
    }
  }
  return lines.join('\n')
}

const writers: Readonly<Record<Shell, (rows: readonly Row[]) => string>> = {
  bash: writeBash,
  zsh: writeZsh,
  fish: writeFish,
}

/** Replaces single quotes, which would end the quoted text in every shell. */
const quote = (text: string) => text.replaceAll("'", '’')
