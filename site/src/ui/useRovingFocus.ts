export { useRovingFocus } from '@keywright/inspector/ui'
