export { TabList, TabPanel, useTabs } from '@keywright/inspector/ui'
