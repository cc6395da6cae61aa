/** Set once this browser has the code font, so that later pages can use it. */
export const FONTS_KEY = 'fonts'
