/**
 * Reads `cases/*.txt`. A file of expressions begins with `side: condition` or `side: consensus`:
 *
 *     # name
 *     expression, on one line or several
 *     ==> type, or: error at LINE:COLUMN `text`: message; hint
 *     with fixture, path = value ==> value, or: error at ...
 *
 * A file of policies begins with `policies`:
 *
 *     # name
 *     allow, or: deny
 *     condition: expression
 *     consensus: expression
 *     by u-ann, u-bo with fixture, path = value ==> OUTCOME_ALLOW
 */
import { readdirSync, readFileSync } from 'node:fs'

export interface ExpressionCase {
  readonly file: string
  readonly name: string
  readonly side: 'condition' | 'consensus'
  readonly text: string
  /** A type, or errors. */
  readonly expected: readonly string[]
  readonly runs: readonly { readonly context: string; readonly expected: string }[]
}

export interface PolicyCase {
  readonly file: string
  readonly name: string
  readonly effect: 'EFFECT_ALLOW' | 'EFFECT_DENY'
  readonly condition: string
  readonly consensus: string
  readonly runs: readonly {
    readonly by: readonly string[]
    readonly context: string
    readonly expected: string
  }[]
}

const FOLDER = new URL('../cases/', import.meta.url)

/** Every case of the files whose first line begins with `side:`. */
export function readExpressionCases(): ExpressionCase[] {
  return blocksOf('side:').flatMap(({ file, header, blocks }) => {
    const side = header.slice('side:'.length).trim() as ExpressionCase['side']
    return blocks.map(({ name, lines }) => {
      const first = lines.findIndex((line) => line.startsWith('==>'))
      const rest = lines.slice(first)
      return {
        file,
        name,
        side,
        text: lines.slice(0, first).join('\n'),
        expected: rest.filter((line) => line.startsWith('==>')).map((line) => line.slice(3).trim()),
        runs: rest.filter((line) => line.startsWith('with ')).map(readRun),
      }
    })
  })
}

/** Every case of the files whose first line begins with `policies`. */
export function readPolicyCases(): PolicyCase[] {
  return blocksOf('policies').flatMap(({ file, blocks }) =>
    blocks.map(({ name, lines }) => ({
      file,
      name,
      effect: lines[0] === 'deny' ? 'EFFECT_DENY' : 'EFFECT_ALLOW',
      condition: after(lines, 'condition:'),
      consensus: after(lines, 'consensus:'),
      runs: lines.filter((line) => line.startsWith('by ')).map(readVotedRun),
    })),
  )
}

/** The facts of a context such as `ethereum, eth.tx.value = 5`; `without wallet.id` takes away. */
export function readContext(
  context: string,
  fixtures: Readonly<Record<string, object>>,
): Record<string, unknown> {
  const facts: Record<string, unknown> = {}
  for (const part of splitOutside(context, ',')) {
    const [path, ...value] = splitOutside(part, '=')
    if (value.length > 0) setPath(facts, path!.split('.'), readValue(value.join('=')))
    else if (path!.startsWith('without '))
      setPath(facts, path!.slice('without '.length).split('.'), undefined)
    else if (path !== 'nothing') Object.assign(facts, structuredClone(fixture(fixtures, path!)))
  }
  return facts
}

function fixture(fixtures: Readonly<Record<string, object>>, name: string): object {
  if (!Object.hasOwn(fixtures, name)) throw new Error(`no fixture ${name}`)
  return fixtures[name]!
}

/** `{ to: 'a', list: [1, true] }` → facts, with integers as bigints. */
export function readValue(text: string): unknown {
  const json = text.replace(/'([^']*)'|([A-Za-z_]\w*)|(-?\d+)/g, (_, string, word, integer) => {
    if (string !== undefined) return JSON.stringify(string)
    if (integer !== undefined) return `{"$int":"${integer}"}`
    return word === 'true' || word === 'false' ? word : JSON.stringify(word)
  })
  return JSON.parse(json, (_, value) => (typeof value?.$int === 'string' ? BigInt(value.$int) : value))
}

function readRun(line: string): { context: string; expected: string } {
  const [context, ...expected] = line.slice('with '.length).split('==>')
  return { context: context!.trim(), expected: expected.join('==>').trim() }
}

function readVotedRun(line: string): PolicyCase['runs'][number] {
  const [by, ...rest] = line.slice('by '.length).split(' with ')
  return { by: by!.split(',').map((id) => id.trim()), ...readRun(`with ${rest.join(' with ')}`) }
}

interface Block {
  readonly name: string
  readonly lines: readonly string[]
}

function blocksOf(kind: string): { file: string; header: string; blocks: Block[] }[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.txt'))
    .sort()
    .map((file) => ({ file, parts: readFileSync(new URL(file, FOLDER), 'utf8').split(/^# /m) }))
    .filter(({ parts }) => parts[0]!.startsWith(kind))
    .map(({ file, parts }) => ({
      file,
      header: parts[0]!.split('\n')[0]!,
      blocks: parts.slice(1).map((part) => {
        const [name, ...lines] = part.trimEnd().split('\n')
        return { name: name!.trim(), lines }
      }),
    }))
}

function after(lines: readonly string[], label: string): string {
  return lines
    .find((line) => line.startsWith(label))!
    .slice(label.length)
    .trim()
}

function splitOutside(text: string, mark: string): string[] {
  const parts = ['']
  let depth = 0
  let isString = false
  for (const char of text) {
    if (char === "'") isString = !isString
    if (!isString && '[{'.includes(char)) depth++
    if (!isString && ']}'.includes(char)) depth--
    if (char === mark && depth === 0 && !isString) parts.push('')
    else parts[parts.length - 1] += char
  }
  return parts.map((part) => part.trim())
}

function setPath(target: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [name, ...rest] = path
  if (rest.length === 0) {
    target[name!] = value
    return
  }
  target[name!] ??= {}
  setPath(target[name!] as Record<string, unknown>, rest, value)
}
