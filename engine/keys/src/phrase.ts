/** BIP-39 phrases: entropy to words and back, in nine languages, and the seed of a wallet. */

import {
  entropyToMnemonic,
  mnemonicToEntropy,
  mnemonicToSeedSync,
  mnemonicToSeedWebcrypto,
} from '@scure/bip39'
import { wordlist as english } from '@scure/bip39/wordlists/english.js'
import { KeysError } from './errors.ts'
import type { Random } from './random.ts'

/** Ten kilobytes per language: English is included, the others are loaded on demand. */
const loaders = {
  MNEMONIC_LANGUAGE_ENGLISH: async () => ({ wordlist: english }),
  MNEMONIC_LANGUAGE_SIMPLIFIED_CHINESE: () => import('@scure/bip39/wordlists/simplified-chinese.js'),
  MNEMONIC_LANGUAGE_TRADITIONAL_CHINESE: () => import('@scure/bip39/wordlists/traditional-chinese.js'),
  MNEMONIC_LANGUAGE_CZECH: () => import('@scure/bip39/wordlists/czech.js'),
  MNEMONIC_LANGUAGE_FRENCH: () => import('@scure/bip39/wordlists/french.js'),
  MNEMONIC_LANGUAGE_ITALIAN: () => import('@scure/bip39/wordlists/italian.js'),
  MNEMONIC_LANGUAGE_JAPANESE: () => import('@scure/bip39/wordlists/japanese.js'),
  MNEMONIC_LANGUAGE_KOREAN: () => import('@scure/bip39/wordlists/korean.js'),
  MNEMONIC_LANGUAGE_SPANISH: () => import('@scure/bip39/wordlists/spanish.js'),
} as const

export type PhraseLanguage = keyof typeof loaders
export const phraseLanguages = Object.keys(loaders) as PhraseLanguage[]

const loaded = new Map<PhraseLanguage, string[]>([['MNEMONIC_LANGUAGE_ENGLISH', english]])

/**
 * Loads a language for `toPhrase` and `parsePhrase`. English is always available.
 * @throws KeysError `PHRASE_LANGUAGE_UNKNOWN`
 */
export async function loadPhraseLanguage(language: PhraseLanguage): Promise<void> {
  assertLanguage(language)
  if (!loaded.has(language)) loaded.set(language, (await loaders[language]()).wordlist)
}

/** Number of words → bytes of entropy (BIP-39: 11 bits per word, one checksum bit per 32 bits). */
const entropyLengths = { 12: 16, 15: 20, 18: 24, 21: 28, 24: 32 } as const

export type PhraseLength = keyof typeof entropyLengths
export const phraseLengths = Object.keys(entropyLengths).map(Number) as PhraseLength[]

/** Generates entropy for a phrase of `words` words. @throws KeysError `PHRASE_LENGTH_UNSUPPORTED` */
export function generateEntropy(words: number, random: Random): Uint8Array {
  const length = entropyLengths[words as PhraseLength]
  if (length === undefined) throw new KeysError('PHRASE_LENGTH_UNSUPPORTED', { words })
  return random(length)
}

/**
 * The phrase for `entropy` (16 to 32 bytes) in a language, with words separated by one ASCII space. Letters are in
 * the decomposed form (NFKD) of the BIP-39 word lists.
 * @throws KeysError `ENTROPY_LENGTH_UNSUPPORTED`, `PHRASE_LANGUAGE_UNKNOWN`
 */
export function toPhrase(
  entropy: Uint8Array,
  language: PhraseLanguage = 'MNEMONIC_LANGUAGE_ENGLISH',
): string {
  assertEntropyLength(entropy)
  // The library joins Japanese words by U+3000; one separator for all languages is easier to handle.
  return entropyToMnemonic(entropy, wordlistOf(language)).split('\u3000').join(' ')
}

/**
 * The entropy of a phrase. Words may be separated by any white space.
 * @throws KeysError `PHRASE_LENGTH_UNSUPPORTED`, `PHRASE_WORD_UNKNOWN` (the position, never the word),
 *   `PHRASE_CHECKSUM_MISMATCH`, `PHRASE_LANGUAGE_UNKNOWN`
 */
export function parsePhrase(
  phrase: string,
  language: PhraseLanguage = 'MNEMONIC_LANGUAGE_ENGLISH',
): Uint8Array {
  const wordlist = wordlistOf(language)
  const words = phrase.normalize('NFKD').split(/\s+/).filter(Boolean)
  if (!(words.length in entropyLengths)) {
    throw new KeysError('PHRASE_LENGTH_UNSUPPORTED', { words: words.length })
  }
  const stranger = words.findIndex((word) => !wordlist.includes(word))
  if (stranger >= 0) throw new KeysError('PHRASE_WORD_UNKNOWN', { position: stranger + 1, language })
  try {
    return mnemonicToEntropy(words.join(' '), wordlist)
  } catch {
    throw new KeysError('PHRASE_CHECKSUM_MISMATCH', {})
  }
}

/**
 * The 64-byte BIP-39 seed of a wallet, from its **English** phrase with an empty passphrase. BIP-39 seeds depend on
 * the words, so the language of an export never changes a wallet's accounts. Uses the platform's PBKDF2 if available.
 */
export async function deriveSeed(entropy: Uint8Array): Promise<Uint8Array> {
  const phrase = toPhrase(entropy)
  return globalThis.crypto?.subtle ? mnemonicToSeedWebcrypto(phrase) : mnemonicToSeedSync(phrase)
}

function wordlistOf(language: PhraseLanguage): string[] {
  assertLanguage(language)
  const wordlist = loaded.get(language)
  // A programming error, never caused by input.
  if (!wordlist) throw new Error(`loadPhraseLanguage('${language}') has to come first`)
  return wordlist
}

function assertLanguage(language: PhraseLanguage): void {
  if (!Object.hasOwn(loaders, language)) throw new KeysError('PHRASE_LANGUAGE_UNKNOWN', { language })
}

function assertEntropyLength(entropy: Uint8Array): void {
  const { length } = entropy
  if (!Object.values(entropyLengths).some((known) => known === length)) {
    throw new KeysError('ENTROPY_LENGTH_UNSUPPORTED', { length })
  }
}
