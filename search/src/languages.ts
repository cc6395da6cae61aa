/** What differs between languages: words that tell pages apart from nothing, and how the forms of a word become one. */

interface Language {
  readonly stopWords: ReadonlySet<string>
  /** @param term lower case, without accents */
  stem(term: string): string
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))

const ENGLISH: Language = {
  stopWords: words(
    'a an and are as at be by do does for from how i in is it its my of on or so than that the their then there these they this to was what when where which who why will with you your can',
  ),
  /** Plurals and their singulars are one term. */
  stem(term) {
    if (term.length > 4 && term.endsWith('ies')) return `${term.slice(0, -3)}y`
    // `addresses`, `hashes`, `prefixes`, `batches`; `caches` and `uses` lose one letter only.
    if (/.(?:ss|sh|x|zz|[nrt]ch)es$/.test(term)) return term.slice(0, -2)
    if (term.length > 3 && term.endsWith('s') && !/(ss|us|is|os)$/.test(term)) return term.slice(0, -1)
    return term
  },
}

/**
 * Takes endings of cases and plurals off, as the light stemmer for German by J. Savoy does (https://doi.org/10.1145/1141277.1141523):
 * as many as one, and never so that fewer than four letters stay.
 */
const GERMAN: Language = {
  stopWords: words(
    'aber als am an auch auf aus bei bis da damit das dass dem den der des die dies diese dieser dieses du durch ein eine einem einen einer eines er es fur hat ich ihr im in ist kann man mein mit nach nicht noch oder sein sich sie sind so uber um und von vor wann warum was welche wenn wer werden wie wir wird wo zu zum zur',
  ),
  stem: (term) =>
    /^(.{4,}?)(?:ern|en|em|er|es|e|n|s)$/.exec(term.replaceAll('ß', 'ss'))?.[1] ?? term.replaceAll('ß', 'ss'),
}

const LANGUAGES: Readonly<Record<string, Language>> = { en: ENGLISH, de: GERMAN }

/** The rules of a language tag; a language without rules of its own is searched by whole words and their beginnings. */
export const languageOf = (tag: string): Language =>
  LANGUAGES[tag] ?? LANGUAGES[tag.split('-')[0]!] ?? { stopWords: new Set(), stem: (term) => term }
