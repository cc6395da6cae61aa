export { click, press, render } from '@keywright/inspector/testing'
