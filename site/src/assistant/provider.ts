/** What an assistant offers, embedded or hosted. */

export interface AssistantProvider {
  /**
   * Answers a question in parts, as they come.
   * @param conversation the turns before, oldest first
   * @throws when nothing can be fetched
   */
  ask(question: string, conversation: readonly Turn[], signal: AbortSignal): AsyncIterable<AnswerPart>
}

export interface Turn {
  readonly question: string
  readonly parts: readonly AnswerPart[]
}

/** A place of the site. */
export interface Source {
  readonly href: string
  readonly title: string
  /** Empty for the page itself. */
  readonly heading: string
}

export type AnswerPart =
  /** Text of the assistant itself. A hosted one sends it in pieces, which belong together. */
  | { readonly kind: 'text'; readonly text: string }
  /** Sentences of a page, as they stand there. */
  | { readonly kind: 'quote'; readonly passages: readonly string[]; readonly source: Source }
  /** Where one might look. */
  | { readonly kind: 'sources'; readonly sources: readonly Source[] }
  /** The pages do not say it, or may not: what is quoted then is near, and no answer. */
  | { readonly kind: 'unknown'; readonly text: string }
