export { buttonNamed, click, fill, press, render, until } from '@keywright/inspector/testing'
