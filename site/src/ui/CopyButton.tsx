export { CopyButton, type CopyButtonProps } from '@keywright/inspector/ui'
