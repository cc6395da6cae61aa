/** The frame's side, for whoever hosts it. */
export { type FrameOptions, startFrame } from './frame.ts'
export { type FramePageOptions, framePage, framePageHeaders } from './framePage.ts'
