/** What becomes of a quorum when keys are lost or stolen. */

export type Mark = 'held' | 'lost' | 'stolen'

export interface Quorum {
  readonly threshold: number
  /** One for each user. */
  readonly marks: readonly Mark[]
}

export const MOST_USERS = 7
export const FIRST: Quorum = { threshold: 2, marks: ['held', 'held', 'held'] }

export const countOf = ({ marks }: Quorum, mark: Mark): number => marks.filter((one) => one === mark).length

export interface Outlook {
  readonly word: 'safe' | 'locked' | 'taken'
  readonly text: string
}

/** Before the engine is asked: who has enough keys. */
export function outlookOf(quorum: Quorum): Outlook {
  const { threshold, marks } = quorum
  const [held, stolen] = [countOf(quorum, 'held'), countOf(quorum, 'stolen')]
  if (stolen >= threshold) {
    const end = held >= threshold ? ', and you have enough too: be first' : ''
    return {
      word: 'taken',
      text: `whoever stole ${stolen} of ${marks.length} keys has the ${threshold} that it takes${end}.`,
    }
  }
  if (held < threshold) {
    return {
      word: 'locked',
      text: `you hold ${held} of the ${threshold} that it takes: nobody can change the quorum.`,
    }
  }
  const spare = held - threshold
  const more = threshold - stolen
  return {
    word: 'safe',
    text: `you can lose ${spare} more ${spare === 1 ? 'key' : 'keys'}, and it takes ${more} more stolen ${more === 1 ? 'key' : 'keys'} to take over.`,
  }
}

const LETTERS = { h: 'held', l: 'lost', s: 'stolen' } as const satisfies Readonly<Record<string, Mark>>

export const toChoices = ({ threshold, marks }: Quorum) => ({
  threshold: String(threshold),
  users: marks.map((mark) => mark[0]).join(''),
})

/** undefined when it is no quorum that the simulator can show */
export function fromChoices(choices: Readonly<Record<string, string>> | undefined): Quorum | undefined {
  const { threshold = '', users = '' } = choices ?? {}
  if (!new RegExp(`^[hls]{1,${MOST_USERS}}$`).test(users) || !/^[1-9]$/.test(threshold)) return undefined
  if (Number(threshold) > users.length) return undefined
  return {
    threshold: Number(threshold),
    marks: [...users].map((one) => LETTERS[one as keyof typeof LETTERS]),
  }
}
