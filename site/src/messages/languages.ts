/** The languages that the shell speaks: to add one, write its file and name it here. */
import { de } from './de.ts'
import { en, type Messages } from './en.ts'

/** By language tag. The first is what a language that is not among them falls back to. */
export const LANGUAGES: Readonly<Record<string, Partial<Messages>>> = { en, de }

/** All words of a language; what it lacks is English, and a problem of the build (`missingMessages`). */
export const messagesOf = (language: string): Messages => ({ ...en, ...LANGUAGES[language] })

export interface MissingMessage {
  readonly key: string
  readonly message: string
}

/** What is wrong with the words of a language: not there, unknown, or without a place that the English ones have. */
export function missingMessages(language: string, own = LANGUAGES[language]): MissingMessage[] {
  if (!own) return [{ key: language, message: `the shell has no words in \`${language}\`` }]
  const missing = Object.entries(en).flatMap(([key, english]) => {
    const text = own[key as keyof Messages]
    if (!text) return [{ key, message: `message \`${key}\` (“${english}”) is missing` }]
    const unknown = placesOf(text).filter((place) => !placesOf(english).includes(place))
    return unknown.map((place) => ({ key, message: `message \`${key}\` has the unknown place \`${place}\`` }))
  })
  const orphans = Object.keys(own).filter((key) => !(key in en))
  return [...missing, ...orphans.map((key) => ({ key, message: `message \`${key}\` is none of the shell` }))]
}

const placesOf = (text: string): string[] => text.match(/\{\w+\}/g) ?? []
