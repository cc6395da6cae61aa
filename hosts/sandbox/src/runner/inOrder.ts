/** Reports events in order, even if some of them need a lookup first. */
export interface InOrder<T> {
  say(one: T): void
  /** Reserves a place in the order for a pending event. */
  hold(): Place<T>
  /** Reports the known events behind pending ones. Events that arrive later are dropped. */
  end(): void
}

export interface Place<T> {
  say(one: T): void
  /** Marks the place as complete. */
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
      tell = () => undefined
    },
  }
}
