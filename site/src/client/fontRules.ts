/** Set once this browser has fetched the fonts: its next page may wait for them. */
export const FONTS_KEY = 'fonts'
