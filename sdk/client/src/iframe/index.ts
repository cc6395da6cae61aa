/** The page's side of the frame: keys and secrets where scripts of the page cannot read them. */
export { FrameError, type FrameErrorCode } from './frameErrors.ts'
export { IframeStamper, type IframeStamperOptions } from './iframeStamper.ts'
export type { KeyFormat } from './protocol.ts'
