export { CopyButton } from '@keywright/inspector/ui'
