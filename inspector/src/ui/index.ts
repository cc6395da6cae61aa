/** What everything that React renders on the site and in the console is operated with. */
export { CopyButton, type CopyButtonProps } from './CopyButton.tsx'
export { Linked } from './Linked.tsx'
export { TabList, TabPanel, type Tabs, useTabs } from './Tabs.tsx'
export { type CopyState, useCopy } from './useCopy.ts'
export { useRovingFocus } from './useRovingFocus.ts'
