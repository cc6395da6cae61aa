/** Id of the error box template in every document. */
export const ERROR_BOX_TEMPLATE = 'error-box'

/** Texts of the script. `{part}` is the name of a part. */
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
