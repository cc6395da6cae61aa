/** The texts of the reference, from the JSON files in `words/`. A missing entry does not compile. */
import type { CallName } from './calls.ts'
import type { groups } from './definitions.ts'
import type { EntityName } from './entities.ts'
import type { EnumMember, EnumName } from './enums.ts'
import type { ErrorCode } from './errors.ts'
import { fillFacts } from './fillFacts.ts'
import calls from './words/calls.json' with { type: 'json' }
import entities from './words/entities.json' with { type: 'json' }
import enums from './words/enums.json' with { type: 'json' }
import errors from './words/errors.json' with { type: 'json' }
import fields from './words/fields.json' with { type: 'json' }
import nouns from './words/nouns.json' with { type: 'json' }

type Texts = Readonly<Record<string, string>>

export interface CallWords {
  /** One sentence that starts with what the call does. */
  summary: string
  /** What a caller must know beyond the fields: who, when, side effects, what can go wrong. */
  description: string
  /** Members that mean more here than their shared words say. */
  fields?: Texts
  /** Errors of this call, in addition to those that every call of its kind can return. */
  errors?: readonly ErrorCode[]
}

export interface ErrorWords {
  /** The situation that the error belongs to; several errors may share one. */
  situation: string
  cause: string
  help: string
}

/** Activity types are described by their calls. */
type EnumWords = {
  readonly [N in Exclude<EnumName, 'ActivityType'>]: {
    readonly summary: string
    readonly members: Readonly<Record<EnumMember<N>, string>>
  }
}

type Noun = { [Group in keyof typeof groups]: keyof (typeof groups)[Group] }[keyof typeof groups]

/** Fills `{name}` in each text with the limit, default or fact of that name. */
const filled = <T>(words: T): T => JSON.parse(fillFacts(JSON.stringify(words)))

// JSON has no literal types, so a test checks the codes.
export const callWords = /* @__PURE__ */ filled(calls) satisfies Record<CallName, object> as Readonly<
  Record<CallName, CallWords>
>

export const entityWords: Readonly<Record<EntityName, { summary: string; fields?: Texts }>> =
  /* @__PURE__ */ filled(entities)

export const enumWords: EnumWords = /* @__PURE__ */ filled(enums)

export const errorWords: Readonly<Record<ErrorCode, ErrorWords>> = /* @__PURE__ */ filled(errors)

/** What a member means wherever it has this name, unless its entity or call has its own text. */
export const fieldWords: Texts = /* @__PURE__ */ filled(fields)

/** Titles of nouns in the reference. */
export const nounTitles: Readonly<Record<Noun, string>> = nouns
