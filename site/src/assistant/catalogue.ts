/** Errors that were pasted, by name or by message, and the row of the catalogue that is theirs. */
import type { RankedSection, Retrieved, Retriever } from '@keywright/search'
import { withoutValues } from './question.ts'

export const ERRORS = '/api-overview/errors'
export const COMMAND_LINE = '/sdks/cli'
/** Each error has an anchor of its name. */
const ERROR_NAME = /^[A-Z][A-Z0-9_]+$/

export const isErrorRow = ({ route, anchor }: Pick<RankedSection, 'route' | 'anchor'>): boolean =>
  route === ERRORS && ERROR_NAME.test(anchor)

/** A command or a flag of the command line. */
export const isCommandRow = ({ route, anchor }: Pick<RankedSection, 'route' | 'anchor'>): boolean =>
  route === COMMAND_LINE && /^(?:command|flag)-/.test(anchor)

/** The error whose name or message was pasted, or much of the message. */
export async function cataloguedOf(
  retriever: Retriever,
  { sections }: Retrieved,
  question: string,
): Promise<RankedSection | undefined> {
  const errors = sections.filter(isErrorRow)
  const rows = await Promise.all(errors.map(async (error) => (await retriever.passages(error))[0] ?? ''))
  return errors[bestTemplate(errors, rows, question)]
}

/** -1 for none. */
function bestTemplate(errors: readonly RankedSection[], rows: readonly string[], question: string): number {
  const said = plainMessage(question)
  let [found, longest] = [-1, 7]
  rows.forEach((row, at) => {
    const code = errors[at]!.anchor
    const [message = ''] = row.split(' · ')
    const literals = message
      .split(PLACEHOLDER)
      .map((part) => plainMessage(part))
      .filter(Boolean)
    const length = namesError(question, code)
      ? 1000 + code.length
      : literals.every((part) => said.includes(part)) && isMostOf(literals.join('').length, said.length)
        ? literals.join('').length
        : sharedLength(pairsOf(withoutValues(question)), pairsOf(message.replace(PLACEHOLDER, ' ')))
    if (length > longest) [found, longest] = [at, length]
  })
  return found
}

/** One word, such as `INTERNAL`, is a word of prose where it is not written as the name is. */
const namesError = (question: string, code: string) =>
  question.includes(code) || (code.includes('_') && question.toLowerCase().includes(code.toLowerCase()))

/** A few words of a message may stand in any story. */
const isMostOf = (message: number, said: number) => message >= LONG || message >= LEAST_OF_SAID * said
const LONG = 25
const LEAST_OF_SAID = 0.15

const PLACEHOLDER = /\{\w+\}/g
/** Of the neighbours in what was pasted so many must stand in the message. */
const LEAST_SHARED = 0.6
const LEAST_PAIRS = 3

/** How many characters the neighbouring words make that stand in a message, when most of them do; else 0. */
function sharedLength(said: readonly string[], message: readonly string[]): number {
  const shared = said.filter((pair) => message.includes(pair))
  return shared.length >= LEAST_PAIRS && shared.length >= LEAST_SHARED * said.length
    ? shared.join('').length / 2
    : 0
}

function pairsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []
  return words.slice(1).map((word, at) => `${words[at]} ${word}`)
}

const plainMessage = (text: string) =>
  text
    .toLowerCase()
    .replace(/[`'"“”\s]+/g, ' ')
    .trim()
