import * as bip39 from 'bip39'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { expectKeysError } from '../test/expectKeysError.ts'
import { seededRandom } from '../test/index.ts'
import vectors from '../vectors/bip39.json'
import { parseHex, toHex } from './encoding.ts'
import {
  deriveSeed,
  generateEntropy,
  loadPhraseLanguage,
  type PhraseLanguage,
  parsePhrase,
  phraseLanguages,
  phraseLengths,
  toPhrase,
} from './phrase.ts'

const secondLibrary: Record<PhraseLanguage, string> = {
  MNEMONIC_LANGUAGE_ENGLISH: 'english',
  MNEMONIC_LANGUAGE_SIMPLIFIED_CHINESE: 'chinese_simplified',
  MNEMONIC_LANGUAGE_TRADITIONAL_CHINESE: 'chinese_traditional',
  MNEMONIC_LANGUAGE_CZECH: 'czech',
  MNEMONIC_LANGUAGE_FRENCH: 'french',
  MNEMONIC_LANGUAGE_ITALIAN: 'italian',
  MNEMONIC_LANGUAGE_JAPANESE: 'japanese',
  MNEMONIC_LANGUAGE_KOREAN: 'korean',
  MNEMONIC_LANGUAGE_SPANISH: 'spanish',
}

const anyEntropy = fc
  .constantFrom(16, 20, 24, 28, 32)
  .chain((length) => fc.uint8Array({ minLength: length, maxLength: length }))

beforeAll(() => Promise.all(phraseLanguages.map(loadPhraseLanguage)))

describe('phrases', () => {
  it.each(vectors.phrases)('render and read back the published $entropy', ({ language, entropy, phrase }) => {
    const spoken = phrase.normalize('NFKD')
    expect(toPhrase(parseHex(entropy, 'entropy'), language as PhraseLanguage)).toBe(spoken)
    expect(toHex(parsePhrase(phrase, language as PhraseLanguage))).toBe(entropy)
  })

  it.each(phraseLanguages)('agree with a second library in %s', (language) => {
    const wordlist = bip39.wordlists[secondLibrary[language]]!
    fc.assert(
      fc.property(anyEntropy, (entropy) => {
        const phrase = toPhrase(entropy, language)
        const other = bip39.entropyToMnemonic(Buffer.from(entropy), wordlist)
        expect(phrase).toBe(other.normalize('NFKD'))
        expect(toHex(parsePhrase(phrase, language))).toBe(toHex(entropy))
        expect(phrase).not.toContain('\u3000')
      }),
      { numRuns: 60, seed: 1 },
    )
  })

  it('read words apart by any white space', () => {
    const phrase = toPhrase(new Uint8Array(16))
    expect(toHex(parsePhrase(`  ${phrase.split(' ').join('\n ')}\t`))).toBe('0'.repeat(32))
  })

  it('say how many words were given', () => {
    expectKeysError('PHRASE_LENGTH_UNSUPPORTED', () => parsePhrase('abandon abandon'))
    expectKeysError('PHRASE_LENGTH_UNSUPPORTED', () => parsePhrase(''))
    expectKeysError('PHRASE_LENGTH_UNSUPPORTED', () => generateEntropy(13, seededRandom('a')))
  })

  it('name the position of an unknown word, never the word', () => {
    const phrase = toPhrase(new Uint8Array(16)).replace('about', 'secretword')
    const error = expectKeysError('PHRASE_WORD_UNKNOWN', () => parsePhrase(phrase))
    expect(error.params).toMatchObject({ position: 12 })
    expect(error.message).not.toContain('secretword')
    expectKeysError('PHRASE_WORD_UNKNOWN', () =>
      parsePhrase(toPhrase(new Uint8Array(16)), 'MNEMONIC_LANGUAGE_FRENCH'),
    )
  })

  it('refuse a wrong checksum, language and entropy length', () => {
    const phrase = toPhrase(new Uint8Array(16)).replace('about', 'abandon')
    expectKeysError('PHRASE_CHECKSUM_MISMATCH', () => parsePhrase(phrase))
    expectKeysError('PHRASE_LANGUAGE_UNKNOWN', () =>
      toPhrase(new Uint8Array(16), 'toString' as PhraseLanguage),
    )
    expectKeysError('ENTROPY_LENGTH_UNSUPPORTED', () => toPhrase(new Uint8Array(17)))
  })

  it('come from as much entropy as their length asks for', () => {
    for (const words of phraseLengths) {
      expect(toPhrase(generateEntropy(words, seededRandom('p'))).split(' ')).toHaveLength(words)
    }
  })
})

describe('seeds', () => {
  it.each(vectors.seeds)('are the published one of $entropy', async ({ entropy, seed }) => {
    expect(toHex(await deriveSeed(parseHex(entropy, 'entropy')))).toBe(seed)
  })

  it('agree with a second library', async () => {
    const random = seededRandom('seeds')
    for (const words of phraseLengths) {
      const entropy = generateEntropy(words, random)
      expect(toHex(await deriveSeed(entropy))).toBe(toHex(bip39.mnemonicToSeedSync(toPhrase(entropy))))
    }
  })

  it('are the same without the platform’s PBKDF2', async () => {
    const entropy = new Uint8Array(16)
    const usual = await deriveSeed(entropy)
    const platform = Object.getOwnPropertyDescriptor(globalThis, 'crypto')!
    Object.defineProperty(globalThis, 'crypto', { value: undefined, configurable: true })
    try {
      expect(toHex(await deriveSeed(entropy))).toBe(toHex(usual))
    } finally {
      Object.defineProperty(globalThis, 'crypto', platform)
    }
  })
})
