/** The frame's side, for applications that host the frame. */
export { type FrameOptions, startFrame } from './frame.ts'
export { type FramePageOptions, framePage, framePageHeaders } from './framePage.ts'
