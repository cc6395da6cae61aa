/** Names the fetched fonts once this browser has them, so that later pages can use them. */
export const FONTS_KEY = 'fonts'
