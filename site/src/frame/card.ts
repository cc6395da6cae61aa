/** Link preview images, drawn by `builder/pictures/`. */

/** Size in pixels. Fits the large card of every social network. */
export const CARD = { width: 1200, height: 630 } as const

/** `/` → `/cards/index.png`, `/concepts/wallets` → `/cards/concepts/wallets.png`. */
export const cardAddress = (route: string): string =>
  `/cards${route.endsWith('/') ? `${route}index` : route}.png`
