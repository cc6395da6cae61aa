/** Set once this browser has the fonts, so that later pages can use them. */
export const FONTS_KEY = 'fonts'
