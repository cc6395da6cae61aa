/** How a navigation's progress bar moves: a constant each, so that the script holds their values alone. */

/** A navigation faster than this shows nothing. */
export const delay = 200
export const minimum = 0.08
/** Length of each movement. */
export const speed = 200
export const trickleRate = 0.02
export const trickleSpeed = 800
/** Trickling never reaches the end: only an arrival does. */
export const most = 0.994
