/**
 * Tabs with their panel (WAI-ARIA Authoring Practices, "Tabs", with automatic activation), for everything that React
 * renders here and on the site. List and panel don't need to be adjacent.
 */
import { type ReactNode, useId } from 'react'
import { useRovingFocus } from './useRovingFocus.ts'

export interface Tabs<K extends string> {
  readonly id: string
  readonly tabs: readonly (readonly [key: K, name: string])[]
  readonly current: K
  readonly choose: (key: K) => void
  readonly itemProps: ReturnType<typeof useRovingFocus<K>>['itemProps']
}

/** @param choose called with the tab that a click, an arrow key, Home or End selects */
export function useTabs<K extends string>(
  tabs: readonly (readonly [key: K, name: string])[],
  current: K,
  choose: (key: K) => void,
): Tabs<K> {
  const { itemProps } = useRovingFocus(
    tabs.map(([key]) => key),
    current,
    choose,
  )
  return { id: useId(), tabs, current, choose, itemProps }
}

interface TabListProps<K extends string> {
  readonly of: Tabs<K>
  readonly label: string
  readonly className: string
}

export function TabList<K extends string>({ of, label, className }: TabListProps<K>) {
  return (
    <div role="tablist" aria-label={label} className={className}>
      {of.tabs.map(([key, name]) => (
        <button
          key={key}
          type="button"
          role="tab"
          id={`${of.id}-${key}`}
          aria-selected={key === of.current}
          aria-controls={`${of.id}-panel`}
          {...of.itemProps(key)}
          onClick={() => of.choose(key)}
        >
          {name}
        </button>
      ))}
    </div>
  )
}

interface TabPanelProps {
  readonly of: Pick<Tabs<string>, 'id' | 'current'>
  readonly className?: string
  readonly children: ReactNode
}

export function TabPanel({ of: { id, current }, className, children }: TabPanelProps) {
  return (
    <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${current}`} className={className}>
      {children}
    </div>
  )
}
