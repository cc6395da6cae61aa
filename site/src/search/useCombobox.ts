/** The active option of a combobox with a listbox: ids, arrow keys and Enter (WAI-ARIA Authoring Practices, "Combobox"). */
import { clickLike, hasModifier } from '@keywright/ui/keys'
import { useEffect, useId, useState } from 'react'

export type Combobox = ReturnType<typeof useCombobox>

/**
 * @param count of the options
 * @param isLoading whether other options will replace these
 */
export function useCombobox(count: number, isLoading: boolean) {
  const id = useId()
  const [chosen, setActive] = useState(0)
  // An answer that arrives later takes the result that it repeats out of the list.
  const active = Math.min(chosen, Math.max(0, count - 1))
  /** Set if the reader pressed Enter while the results for the current text were loading. */
  const [opensFirst, setOpensFirst] = useState(false)

  useEffect(() => {
    optionOf(id, active)?.scrollIntoView({ block: 'nearest' })
  }, [active, id])

  useEffect(() => {
    if (!opensFirst || isLoading) return
    setOpensFirst(false)
    optionOf(id, 0)?.click()
  }, [opensFirst, isLoading, id])

  /** Activates the first option, for another text. */
  function reset() {
    setActive(0)
    setOpensFirst(false)
  }

  /** @returns whether it handled the key */
  function press(event: KeyboardEvent): boolean {
    const { key } = event
    if (key === 'Enter' && isLoading && active === 0) setOpensFirst(true)
    else if (count === 0) return false
    else if (key === 'Enter') clickOption(event)
    // With a modifier, arrow keys move and select in the text.
    else if (hasModifier(event)) return false
    else if (key === 'ArrowDown') setActive((active + 1) % count)
    else if (key === 'ArrowUp') setActive((active + count - 1) % count)
    else return false
    return true
  }

  function clickOption(event: KeyboardEvent): void {
    const option = optionOf(id, active)
    if (option) clickLike(event, option)
  }

  const optionId = (index: number) => optionIdOf(id, index)
  return { listId: `${id}-list`, optionId, count, active, setActive, reset, press }
}

const optionIdOf = (id: string, index: number) => `${id}-option-${index}`
const optionOf = (id: string, index: number) => document.getElementById(optionIdOf(id, index))
