/** What a query names or quotes, which comes first without a ranking: definitions, titles, questions and errors. */
import { STOP_WORDS } from './english.ts'
import { type OpenIndex, spelled } from './indexFormat.ts'
import { normalize, withoutValues } from './tokenize.ts'

export interface Exact {
  /** The sections that define the names in the query, then the page with the query as its title. */
  readonly sections: readonly number[]
  /** The answer to the query as it is written, or to the error that it names or quotes. */
  readonly answer: number | undefined
  /** Whether the query, such as a title, a word or an expression, asks for pages only. */
  readonly asksNothing: boolean
}

/** A query quotes a message if it has all of its words in order, at least this many, with `the` and `in`. */
const LEAST_OF_MESSAGE = 3

/** @returns a function for queries in plain characters */
export function createExact({ sections, answers, names }: OpenIndex, cards: Cards): (query: string) => Exact {
  const titles = new Map(
    sections.flatMap(({ anchor, title }, at) => (anchor === '' ? [[keyOf(title), at] as const] : [])),
  )
  const asks = new Map(answers.flatMap((own, at) => own.asks.map((ask) => [keyOf(ask), at] as const)))

  function definedIn(query: string): number[] {
    const typed = query.trim()
    // A word without a meaning of its own, such as `to`, may be a flag.
    const flags = STOP_WORDS.has(typed) ? [`--${typed}`] : []
    return [[typed], flags, ...identifiersIn(query).map(shortened)].flatMap((ways) => {
      const name = ways.map(spelled).find((way) => names.has(way))
      return name === undefined ? [] : names.get(name)!
    })
  }

  function errorIn(query: string): number | undefined {
    for (const name of identifiersIn(query)) {
      const answer = asks.get(keyOf(name))
      if (answer !== undefined && (CONSTANT.test(name) || cards.has(answer))) return answer
    }
    const words = plainWords(withoutValues(query))
    // `walletName` is missing
    const rest = keyOf(
      withoutValues(query)
        .replaceAll(/`[^`]*`/g, ' ')
        .replaceAll(IDENTIFIERS, ' '),
    )
    const quoted = [...cards].filter(
      ([, message]) =>
        message.join(' ') === rest || (message.length >= LEAST_OF_MESSAGE && quotes(words, message)),
    )
    return quoted.sort(([, a], [, b]) => b.length - a.length)[0]?.[0]
  }

  return (query) => {
    const title = titles.get(keyOf(query))
    const defined = definedIn(query)
    // An answer would take the page with this title from the rows.
    const answer = title === undefined ? (asks.get(keyOf(query)) ?? errorIn(query)) : undefined
    const isCode = KEYWORD.test(query) || (EXPRESSION.test(query) && defined.length > 0)
    const asksNothing = title !== undefined || isCode || plainWords(query).length === 1
    return { sections: title === undefined ? defined : [...defined, title], answer, asksNothing }
  }
}

/** By answer that is the card of an error, the words of its message. */
export type Cards = ReadonlyMap<number, readonly string[]>

export const cardsOf = ({ answers }: OpenIndex): Cards =>
  new Map(
    answers.flatMap(({ asks: [message = '', code = ''], links }, at) =>
      CONSTANT.test(code) && links.at(-1)?.endsWith(`#${code}`)
        ? [[at, plainWords(withoutValues(message.replaceAll(/\{\w+\}/g, ' ')))] as const]
        : [],
    ),
  )

const plainWords = (text: string): string[] => (text.match(/[\p{L}\p{N}]+/gu) ?? []).map(normalize)
const keyOf = (text: string): string => plainWords(text).join(' ')

/** Whether a text has all words of a message in their order. "There is no" is a message, and part of many questions. */
function quotes(text: readonly string[], message: readonly string[]): boolean {
  let from = 0
  return (
    message.some((word) => !STOP_WORDS.has(word)) &&
    message.every((word) => (from = text.indexOf(word, from) + 1) > 0)
  )
}

/** `eth.tx.value` is also defined where `eth.tx.` is, `keywright dev now` where `keywright dev` is, and `client.whoami` where its last name is. */
function shortened(name: string): string[] {
  const parts = name.split(/(?<=\.)|(?= )/)
  const beginnings = parts.map((_, at) => parts.slice(0, parts.length - at).join(''))
  return [name, `${name}.`, ...beginnings.slice(1), parts.at(-1)!]
}

const CONSTANT = /^[A-Z][A-Z\d_]+$/
/** Identifiers in code spelling: `create_wallet`, `walletName`, `API_KEY_EXPIRED`. */
const IDENTIFIERS = /\b[A-Za-z]\w*(?:[._]\w+)+\b|\b[A-Z]?[a-z]+[A-Z]\w*\b|\b[A-Z]{5,}\b/g
const VERSION = /(?<=\bkeywright)@[\w.]+/g
/** Commands, and calls at the end of their path. */
const COMMANDS = /\bkeywright(?: [a-z][a-z-]*)+|(?<=\/public\/v1\/\w+\/)\w+/g
/** After the commands: one before a command is another program's. */
const FLAGS = /(?<=^|\s)--[a-z][a-z-]+/g
const identifiersIn = (text: string): string[] =>
  [IDENTIFIERS, COMMANDS, FLAGS].flatMap((names) => text.replace(VERSION, '').match(names) ?? [])

/** Begins with a name and its member, or has an operator. */
const EXPRESSION = /^\W*[a-z]\w*\.[a-z]|[=!<>]=|&&|\|\|/
/** Begins as lines of shells and programs do, where the word has nothing to do with wallets and policies. */
const KEYWORD =
  /^\W*(?:export(?= (?:default|const|function|\w+=))|import(?= ?["'{*(]| type | \w+ from)|require(?=\W*["']))/

/** A query without the keywords of code, and without the numbers of an expression, which are its reader's own. */
export const meantIn = (query: string): string =>
  (EXPRESSION.test(query) ? query.replace(/\b\d+\b/g, ' ') : query).replace(KEYWORD, ' ')
