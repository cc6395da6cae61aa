/** What opening and filtering the reference need: derived from the description at build, an eighth of its size. */

export interface CallIndex {
  readonly groups: readonly IndexedGroup[]
}

export interface IndexedGroup {
  readonly title: string
  /** Id of its heading. */
  readonly anchor: string
  readonly resources: readonly IndexedResource[]
}

export interface IndexedResource {
  readonly title: string
  /** The part of the description that has its calls. */
  readonly part: string
  readonly calls: readonly IndexedCall[]
}

export interface IndexedCall {
  readonly name: string
  readonly path: string
  readonly summary: string
  readonly kind: 'query' | 'submit'
  readonly era: 'seed' | 'later'
  /** Its activity types, oldest first. */
  readonly types: readonly string[]
  /** The lower-case text that the filter looks through. */
  readonly words: string
}

export const callsOf = ({ groups }: CallIndex): IndexedCall[] =>
  groups.flatMap(({ resources }) => resources.flatMap(({ calls }) => calls))
