import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ApiError } from './apiError.ts'
import { calls } from './calls.ts'
import { defOf, type Schema } from './define.ts'
import { escapeHidden, findHidden, HIDDEN_ALWAYS } from './hiddenCharacters.ts'
import { parseWith } from './parse.ts'
import * as scalars from './scalars.ts'

const upTo = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n)
/** Written out, so that the rule is not checked against itself. */
const HOSTILE = [
  ...upTo(0x00, 0x1f),
  ...upTo(0x7f, 0x9f),
  ...upTo(0x202a, 0x202e),
  ...upTo(0x2066, 0x2069),
  ...[0x200e, 0x200f, 0x61c, 0x2028, 0x2029, 0x200b, 0x2060, 0xfeff, 0xad, 0x34f, 0x3164, 0x115f, 0xffa0],
  ...upTo(0xfff9, 0xfffb),
  ...upTo(0xe0020, 0xe007f),
].map((code) => String.fromCodePoint(code))

const NAMES = [
  ...['Alice', 'Zoë Šťastná', '山田 太郎', '葛\u{E0100}城', 'مريم', 'می\u200cخواهم', 'क्\u200dष', 'שָׁלוֹם'],
  ...['👩‍👩‍👧', '❤️‍🔥', '🏳️‍🌈', '👍🏽', '1️⃣', '🇨🇭', 'O’Brien', 'a\u00a0b', 'Ａ'],
]

describe('hidden characters', () => {
  it.each(HOSTILE.map((character) => [`U+${character.codePointAt(0)!.toString(16)}`, character]))(
    'finds %s anywhere, and escapes it',
    (_, character) => {
      for (const text of [
        character,
        `a${character}`,
        `${character}a`,
        `a${character}b`,
        `山${character}山`,
      ]) {
        expect(findHidden(text)).toBe(
          `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`,
        )
        expect(findHidden(escapeHidden(text))).toBeUndefined()
      }
    },
  )

  it('has a portable class of the characters that are hidden anywhere', () => {
    const always = new RegExp(`[\\u0000-\\u001f${HIDDEN_ALWAYS}]`, 'u')
    for (let code = 0; code <= 0xffff; code++) {
      // JSON text holds no lone surrogates.
      if (code >= 0xd800 && code <= 0xdfff) continue
      const character = String.fromCodePoint(code)
      const isHidden = [character, `山${character}山`, `山${character}`].every(
        (text) => findHidden(text) !== undefined,
      )
      if (always.test(character) !== isHidden) expect.fail(`U+${code.toString(16)}: ${isHidden}`)
    }
  })

  it.each(NAMES)('leaves %s alone', (name) => {
    expect(findHidden(name)).toBeUndefined()
    expect(escapeHidden(name)).toBe(name)
  })

  it.each([
    ['a joiner between Latin letters', 'ad\u200dmin'],
    ['a joiner at the end', 'मय\u200d'],
    ['a joiner at the beginning', '\u200dमय'],
    ['two joiners', 'क\u200d\u200dष'],
    ['a selector after a letter of ASCII', 'admin\ufe0f'],
    ['a run of selectors, which can carry a text', '👍\u{E0101}\u{E0102}\u{E0103}'],
    ['a lone surrogate', 'a\ud800b'],
  ])('finds %s', (_, text) => {
    expect(findHidden(text)).toBeDefined()
    expect(findHidden(escapeHidden(text))).toBeUndefined()
  })

  it('escapes JSON without changing its value', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...HOSTILE, 'a', '"', '\\', '山', '\u200d') }),
        (text) => {
          const json = escapeHidden(JSON.stringify({ text }))
          expect(JSON.parse(json)).toEqual({ text })
          expect(findHidden(json)).toBeUndefined()
        },
      ),
    )
  })
})

/** Scalars for text other than names, and the hostile characters that they accept. */
const TAKES: ReadonlyMap<Schema, readonly string[]> = new Map<Schema, readonly string[]>([
  [scalars.payload, HOSTILE],
  [scalars.prose, ['\n', '\t']],
  [scalars.expression, ['\n', '\r', '\t']],
  [scalars.interfaceText, ['\n', '\r', '\t']],
])

/** Every text member of a schema, at any depth, with its path. */
function* textsIn(schema: Schema, path: string): Generator<[path: string, schema: Schema]> {
  const { type, shape, element, innerType } = defOf(schema)
  if (innerType) yield* textsIn(innerType, path)
  else if (element) yield* textsIn(element, `${path}[]`)
  else if (shape)
    for (const [name, member] of Object.entries(shape)) yield* textsIn(member, `${path}.${name}`)
  else if (type === 'string') yield [path, schema]
}

const members = Object.values(calls).flatMap((call) =>
  call.kind === 'query'
    ? [...textsIn(call.request, call.name)]
    : call.versions.flatMap(({ type, intent }) => [...textsIn(intent, type)]),
)

/** One of each kind: the rule itself is checked above. */
const SAMPLE = [
  '\0',
  '\t',
  '\n',
  '\r',
  '\x1b',
  '\x7f',
  '\x9b',
  '\u202e',
  '\u2066',
  '\u2028',
  '\u200b',
  '\ufeff',
]

describe('every text member of every call', () => {
  it('is found', () => {
    expect(members.length).toBeGreaterThan(300)
    expect(members.map(([path]) => path)).toContain(
      'ACTIVITY_TYPE_CREATE_USERS_V2.users[].apiKeys[].apiKeyName',
    )
  })

  it.each(members)('%s refuses hidden characters', (_, schema) => {
    const refused = SAMPLE.filter((character) => {
      try {
        parseWith(schema, `a${character}b@example.com`, 'member')
        return false
      } catch (error) {
        return error instanceof ApiError
      }
    })
    const takes = TAKES.get(schema) ?? []
    expect(refused).toEqual(SAMPLE.filter((character) => !takes.includes(character)))
  })

  it('names the member and the character', () => {
    expect(() => parseWith(scalars.name, 'Bob\u202e', 'users.0.userName')).toThrow(
      '`users.0.userName` contains U+202E, a control or invisible character',
    )
    expect(() => parseWith(scalars.prose, 'a\nb\u001b[2J', 'notes')).toThrow('`notes` contains U+001B')
  })

  it.each(['a,b@example.com', 'a@example.com>', '"a"@example.com', 'a@b;c', 'a\r\nBcc:x@example.com'])(
    'refuses %j as an email address',
    (address) => expect(() => parseWith(scalars.email, address, 'userEmail')).toThrow(ApiError),
  )
})
