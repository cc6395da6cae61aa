export { TabList, TabPanel, type Tabs, useTabs } from '@keywright/inspector/ui'
