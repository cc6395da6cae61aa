/** UI components and hooks shared by site and console. */
export { bindFields } from './bindFields.ts'
export { CopyButton, type CopyButtonProps } from './CopyButton.tsx'
export { Linked } from './Linked.tsx'
export { TabList, TabPanel, type Tabs, useTabs } from './Tabs.tsx'
export { type CopyState, useCopy } from './useCopy.ts'
export { useRovingFocus } from './useRovingFocus.ts'
