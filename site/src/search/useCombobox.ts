/** A combobox with a listbox: its attributes, active option, arrow keys and Enter (WAI-ARIA Authoring Practices, "Combobox"). */
import { clickLike, hasModifier } from '@keywright/ui/keys'
import { useEffect, useId, useRef, useState } from 'react'

export type Combobox = ReturnType<typeof useCombobox>

/** Steps of keys that choose an option. */
const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/**
 * @param count of the options
 * @param isLoading whether other options will replace these
 */
export function useCombobox(count: number, isLoading: boolean) {
  const id = useId()
  const [active, setActive] = useState(0)
  /** Presses while the options for the current text were loading. They apply to those options. */
  const early = useRef<KeyboardEvent[]>([])

  useEffect(() => {
    if (!isLoading && early.current.length > 0) act(early.current.splice(0))
  })

  function act(presses: readonly KeyboardEvent[]): void {
    if (count === 0) return
    let at = active
    for (const press of presses) {
      const step = STEPS[press.key]
      if (step === undefined) clickLike(press, elementOf(id, at)!)
      else at = (at + count + step) % count
    }
    setActive(at)
    elementOf(id, at)?.scrollIntoView({ block: 'nearest' })
  }

  /** Activates the first option, for another text. */
  function reset() {
    setActive(0)
    early.current = []
  }

  /** @returns whether it handles the key */
  function press(event: KeyboardEvent): boolean {
    // With a modifier, arrow keys move and select in the text.
    const isOwn = event.key === 'Enter' || (event.key in STEPS && !hasModifier(event))
    if (!isOwn || (count === 0 && !isLoading)) return false
    if (isLoading) early.current.push(event)
    else act([event])
    return true
  }

  const listId = `${id}-list`
  return {
    active,
    reset,
    press,
    listId,
    /** Attributes of the field. */
    field: {
      role: 'combobox',
      'aria-expanded': count > 0,
      'aria-controls': listId,
      'aria-autocomplete': 'list',
      'aria-activedescendant': count > 0 ? optionIdOf(id, active) : undefined,
    },
    optionOf: (index: number) => ({
      id: optionIdOf(id, index),
      role: 'option',
      'aria-selected': index === active,
      tabIndex: -1,
      onPointerMove: () => index !== active && setActive(index),
    }),
  } as const
}

const optionIdOf = (id: string, index: number) => `${id}-option-${index}`
const elementOf = (id: string, index: number) => document.getElementById(optionIdOf(id, index))
