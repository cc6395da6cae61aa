/** Texts that the script of every page shows. `{part}` is the name of a part. */
export const scriptWords = {
  pageFailed: 'This page could not be loaded',
  partFailed: '{part} could not be loaded',
  noNetwork: "You're offline, and this isn't saved on this device.",
  partLoading: 'Loading {part}…',
  copied: 'Copied',
  notCopied: "Couldn't copy. Use the link instead.",
  pressToCopy: 'Press Ctrl+C',
  menu: 'Menu',
  darkMode: 'Dark mode',
  lightMode: 'Light mode',
}
