/** Tabs that keep their own state. */

import { TabList, TabPanel, useTabs } from '@keywright/ui'
import { type ReactNode, useState } from 'react'

export interface OwnTabsProps<K extends string> {
  readonly label: string
  readonly tabs: readonly (readonly [key: K, name: string])[]
  readonly panel: (key: K) => ReactNode
}

export function OwnTabs<K extends string>({ label, tabs, panel }: OwnTabsProps<K>) {
  const [current, setCurrent] = useState<K>(tabs[0]![0])
  const all = useTabs(tabs, current, setCurrent)
  return (
    <>
      <TabList of={all} label={label} className="kwi-tabs" />
      <TabPanel of={all}>{panel(current)}</TabPanel>
    </>
  )
}
