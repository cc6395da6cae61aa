/** What happens to a quorum when keys are lost or stolen. */

export type Mark = 'held' | 'lost' | 'stolen'

export interface Quorum {
  readonly threshold: number
  /** One per user. */
  readonly marks: readonly Mark[]
}

export const MOST_USERS = 7
export const FIRST: Quorum = { threshold: 2, marks: ['held', 'held', 'held'] }

export const countOf = ({ marks }: Quorum, mark: Mark): number => marks.filter((one) => one === mark).length

export interface Outlook {
  readonly word: 'safe' | 'locked' | 'taken'
  readonly text: string
}

/** Predicts, without the engine, which side has enough keys. */
export function outlookOf(quorum: Quorum): Outlook {
  const { threshold, marks } = quorum
  const [held, stolen] = [countOf(quorum, 'held'), countOf(quorum, 'stolen')]
  if (stolen >= threshold) {
    const end = held >= threshold ? '. You have enough keys too, so act first' : ''
    return {
      word: 'taken',
      text: `${stolen} of ${marks.length} keys are stolen, and ${threshold} are enough to take over${end}.`,
    }
  }
  if (held < threshold) {
    return {
      word: 'locked',
      text: `you hold ${held} of the ${threshold} keys needed to change the quorum.`,
    }
  }
  const spare = held - threshold
  const more = threshold - stolen
  return {
    word: 'safe',
    text: `you can lose ${spare} more ${spare === 1 ? 'key' : 'keys'}, and a thief needs ${more} more ${more === 1 ? 'key' : 'keys'} to take over.`,
  }
}

const LETTERS = { h: 'held', l: 'lost', s: 'stolen' } as const satisfies Readonly<Record<string, Mark>>

/** Fragment of a link to a quorum: `#quorum-simulator=threshold-2.users-hls`. */
export const toFragment = ({ threshold, marks }: Quorum): string =>
  `#quorum-simulator=threshold-${threshold}.users-${marks.map((mark) => mark[0]).join('')}`

/** Returns undefined if the simulator can't show this quorum. */
export function fromFragment(fragment: string): Quorum | undefined {
  const [, digit, letters = ''] = /^#quorum-simulator=threshold-([1-9])\.users-([hls]+)$/.exec(fragment) ?? []
  const threshold = Number(digit)
  const marks = [...letters].map((letter) => LETTERS[letter as keyof typeof LETTERS])
  return threshold <= marks.length && marks.length <= MOST_USERS ? { threshold, marks } : undefined
}
