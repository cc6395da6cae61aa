/** The picture that stands for a page where somebody shares its address: `build/pictures/` draws it. */

/** Pixels: the large card of every network is cut from it. */
export const CARD = { width: 1200, height: 630 } as const

/** `/` → `/cards/index.png`, `/concepts/wallets` → `/cards/concepts/wallets.png`. */
export const cardAddress = (route: string): string =>
  `/cards${route.endsWith('/') ? `${route}index` : route}.png`
