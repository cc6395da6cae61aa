/** The page's side of the frame, which keeps keys and secrets out of reach of the page's scripts. */
export { FrameError, type FrameErrorCode } from './frameErrors.ts'
export { IframeStamper, type IframeStamperOptions } from './iframeStamper.ts'
export type { KeyFormat } from './protocol.ts'
