/** What can go wrong between a page and its frame. Errors inside the frame keep their own codes. */
import { KeywrightError } from '../errors.ts'

export type FrameErrorCode =
  /** The page has no such container, or the frame no such address. */
  | 'FRAME_CONFIG_INVALID'
  /** The frame would share the origin of the page, whose scripts could then read it. */
  | 'FRAME_SAME_ORIGIN'
  /** `init()` was not called, or the frame was cleared or reloaded. */
  | 'FRAME_NOT_READY'
  /** The frame did not answer. */
  | 'FRAME_TIMEOUT'
  /** Page and frame are of different releases. */
  | 'FRAME_VERSION_MISMATCH'
  /** No credential was injected, or no import started. */
  | 'FRAME_EMPTY'
  /** The frame does not know what was asked. */
  | 'FRAME_METHOD_UNKNOWN'
  /** Something unforeseen inside the frame, which says no more. */
  | 'FRAME_FAILED'

export class FrameError extends KeywrightError {
  override readonly name = 'FrameError'

  constructor(code: FrameErrorCode | (string & {}), message: string, help?: string) {
    super(code, message, { ...(help !== undefined && { help }), docsPath: '/sdks/advanced/iframe-stamper' })
  }
}
