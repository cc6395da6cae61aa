export { type RovingAxis, rovingTarget, useRovingFocus } from '@keywright/inspector/ui'
