/** Id of the error box that every document carries, unfilled, for the script to copy. */
export const ERROR_BOX_TEMPLATE = 'error-box'
