/** Languages of the shell. To add one, write its file and register it here. */
import { de } from './de.ts'
import { en, type Messages } from './en.ts'

/** By language tag. The first is the fallback. */
export const LANGUAGES: Readonly<Record<string, Partial<Messages>>> = { en, de }

/** All texts of a language. Missing ones are English, and the build reports them (`missingMessages`). */
export const messagesOf = (language: string): Messages => ({ ...en, ...LANGUAGES[language] })

export interface MissingMessage {
  readonly key: string
  readonly message: string
}

/** Problems of a language: missing messages, unknown messages and unknown placeholders. */
export function missingMessages(language: string, own = LANGUAGES[language]): MissingMessage[] {
  if (!own) return [{ key: language, message: `the shell has no texts in \`${language}\`` }]
  const missing = Object.entries(en).flatMap(([key, english]) => {
    const text = own[key as keyof Messages]
    if (!text) return [{ key, message: `message \`${key}\` (“${english}”) is missing` }]
    const unknown = placesOf(text).filter((place) => !placesOf(english).includes(place))
    return unknown.map((place) => ({
      key,
      message: `message \`${key}\` has the unknown placeholder \`${place}\``,
    }))
  })
  const orphans = Object.keys(own).filter((key) => !(key in en))
  return [
    ...missing,
    ...orphans.map((key) => ({ key, message: `message \`${key}\` is not a message of the shell` })),
  ]
}

const placesOf = (text: string): string[] => text.match(/\{\w+\}/g) ?? []
