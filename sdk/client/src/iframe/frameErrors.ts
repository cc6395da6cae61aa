/** Errors between a page and its frame. Errors inside the frame keep their own codes. */
import { KeywrightError } from '../errors.ts'

export type FrameErrorCode =
  /** The container element or the frame's address is missing or invalid. */
  | 'FRAME_CONFIG_INVALID'
  /** The frame would share the origin of the page, whose scripts could then read it: host it on its own domain. */
  | 'FRAME_SAME_ORIGIN'
  /** `init()` wasn't awaited, or `destroy()` was called. */
  | 'FRAME_NOT_READY'
  /** The frame didn't respond in time: it's unreachable, or blocked by `frame-src` or `frame-ancestors`. */
  | 'FRAME_TIMEOUT'
  /** Page and frame belong to different releases: deploy both. */
  | 'FRAME_VERSION_MISMATCH'
  /** No credential was injected, or no import was started. */
  | 'FRAME_EMPTY'
  /** The frame doesn't know the method. */
  | 'FRAME_METHOD_UNKNOWN'
  /** An unexpected error inside the frame, without details, which might contain a secret: request a new bundle. */
  | 'FRAME_FAILED'

/** The frame is missing or misconfigured, or it rejected a request. */
export class FrameError extends KeywrightError {
  override readonly name = 'FrameError'

  constructor(code: FrameErrorCode | (string & {}), message: string, help?: string) {
    super(code, message, { ...(help !== undefined && { help }), docsPath: '/sdks/advanced/iframe-stamper' })
  }
}
