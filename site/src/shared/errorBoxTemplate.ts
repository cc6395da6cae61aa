/** Id of the error box template in every document. */
export const ERROR_BOX_TEMPLATE = 'error-box'
