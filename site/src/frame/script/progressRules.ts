/** Constants of the progress bar, exported separately so that the bundle inlines their values. */

/** Faster navigations show no bar. */
export const delay = 200
export const minimum = 0.08
/** Duration of each movement. */
export const speed = 200
export const trickleRate = 0.02
export const trickleSpeed = 800
/** Upper bound of trickling. Only an arrival completes the bar. */
export const most = 0.994
