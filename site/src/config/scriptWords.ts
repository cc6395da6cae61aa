/** Texts that the page's script shows. Each is a constant, so that the first part of the script has only its own. `{part}` is the name of a part. */
export const pageFailed = 'This page could not be loaded'
export const partFailed = '{part} could not be loaded'
export const noNetwork = "You're offline, and this isn't saved on this device."
export const reloadYourself = 'If this keeps failing, reload the page. Reloading clears what you typed on it.'
export const partLoading = 'Loading {part}…'
export const copied = 'Copied'
export const notCopied = "Couldn't copy. Use the link instead."
export const pressToCopy = 'Press Ctrl+C'
export const menu = 'Menu'
export const darkMode = 'Dark mode'
export const lightMode = 'Light mode'
