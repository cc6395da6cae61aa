export { type CopyState, useCopy } from '@keywright/inspector/ui'
