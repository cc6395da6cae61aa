/** Says what happens in the order in which it happened, though some of it has to be looked up first. */
export interface InOrder<T> {
  say(one: T): void
  /** A place in the order for what is not known yet. */
  hold(): Place<T>
  /** Says what is known and waits for something that is not; what is found out from now on comes too late. */
  end(): void
}

export interface Place<T> {
  say(one: T): void
  /** Nothing more comes here. */
  close(): void
}

interface Held<T> {
  readonly known: T[]
  isOpen: boolean
}

export function inOrder<T>(tell: (one: T) => void): InOrder<T> {
  let held: Held<T>[] = []

  function tellKnown(): void {
    for (let first = held[0]; first; first = held[0]) {
      for (const one of first.known.splice(0)) tell(one)
      if (first.isOpen) return
      held.shift()
    }
  }

  return {
    say(one) {
      held.push({ known: [one], isOpen: false })
      tellKnown()
    },
    hold() {
      const place: Held<T> = { known: [], isOpen: true }
      held.push(place)
      return {
        say(one) {
          place.known.push(one)
          tellKnown()
        },
        close() {
          place.isOpen = false
          tellKnown()
        },
      }
    },
    end() {
      const rest = held.flatMap(({ known }) => known.splice(0))
      held = []
      for (const one of rest) tell(one)
    },
  }
}
