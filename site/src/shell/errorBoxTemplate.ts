/** Id of the error box that every document carries, unfilled, for the script to copy. */
export const ERROR_BOX_TEMPLATE = 'error-box'

/** What the script says, in the page's language. `{part}` stands for the name of a part. */
type Said =
  | 'pageFailed'
  | 'partFailed'
  | 'noNetwork'
  | 'partLoading'
  | 'copied'
  | 'notCopied'
  | 'pressToCopy'
  | 'menu'
  | 'darkMode'
  | 'lightMode'

export const wordOf = (document: Document, said: Said): string =>
  document.getElementById(ERROR_BOX_TEMPLATE)!.dataset[said]!
