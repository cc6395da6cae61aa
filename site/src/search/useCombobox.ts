/** A combobox with a listbox: its attributes, active option, arrow keys and Enter, once while held (WAI-ARIA Authoring Practices, "Combobox"). */
import { clickLike, hasModifier, isComposing } from '@keywright/ui/keys'
import { type KeyboardEvent as ReactKeyboardEvent, useEffect, useId, useRef, useState } from 'react'

export type Combobox = ReturnType<typeof useCombobox>

/** Steps of keys that choose an option. */
const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/**
 * @param loaded number of options that load
 * @param isLoading whether others will replace these
 * @param fixed number of options before them that stay
 */
export function useCombobox(loaded: number, isLoading: boolean, fixed: number) {
  const id = useId()
  const count = fixed + loaded
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
      if (step !== undefined) at = (at + count + step) % count
      else if (!press.repeat) clickLike(press, elementOf(id, at)!)
    }
    setActive(at)
    elementOf(id, at)?.scrollIntoView({ block: 'nearest' })
  }

  /** Activates the first option, for another text. */
  function reset() {
    setActive(0)
    early.current = []
  }

  function onKeyDown({ nativeEvent: event }: Pick<ReactKeyboardEvent, 'nativeEvent'>): void {
    // With a modifier, arrow keys move and select in the text.
    const isOwn = event.key === 'Enter' || (event.key in STEPS && !hasModifier(event))
    if (!isOwn || isComposing(event) || (count === 0 && !isLoading)) return
    event.preventDefault()
    const isFixed = event.key === 'Enter' && active < fixed && early.current.length === 0
    if (isLoading && !isFixed) early.current.push(event)
    else act([event])
  }

  const listId = `${id}-list`
  return {
    active,
    reset,
    listId,
    /** Attributes of the field. */
    field: {
      onKeyDown,
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
