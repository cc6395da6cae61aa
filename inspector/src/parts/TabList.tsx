/** Tabs with their panel (WAI-ARIA Authoring Practices, "Tabs", with automatic activation). */
import { type ReactNode, useId, useState } from 'react'
import { useRovingFocus } from '../ui/index.ts'

export interface TabListProps<K extends string> {
  readonly label: string
  readonly tabs: readonly (readonly [key: K, name: string])[]
  readonly panel: (key: K) => ReactNode
}

export function TabList<K extends string>({ label, tabs, panel }: TabListProps<K>) {
  const [current, setCurrent] = useState<K>(tabs[0]![0])
  const roving = useRovingFocus(
    tabs.map(([key]) => key),
    current,
    setCurrent,
  )
  const id = useId()
  return (
    <>
      <div role="tablist" aria-label={label} className="kwi-tabs">
        {tabs.map(([key, name]) => (
          <button
            key={key}
            type="button"
            role="tab"
            id={`${id}-${key}`}
            aria-selected={key === current}
            aria-controls={`${id}-panel`}
            {...roving.itemProps(key)}
            onClick={() => setCurrent(key)}
          >
            {name}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${current}`}>
        {panel(current)}
      </div>
    </>
  )
}
