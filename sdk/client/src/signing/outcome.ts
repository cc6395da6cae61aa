/** From a submitted signing activity to what the host library wants, also when others must approve first. */
import {
  ActivityPendingError,
  type Completed,
  ConsensusNeededError,
  type Resume,
  type SignRawPayloadResult,
} from '../index.ts'

/**
 * Awaits an activity and shapes its result. An error that can be resumed keeps its class and its activity; its `resume()`
 * answers `signed` too: what the method would have returned.
 *
 * @throws what the client throws, and what `shape` throws
 */
export async function shaped<Result, Signed>(
  submitted: Promise<Completed<Result>>,
  shape: (result: Result) => Signed | Promise<Signed>,
): Promise<Signed> {
  try {
    return await shape(await submitted)
  } catch (error) {
    throw resumable(error, shape)
  }
}

function resumable<Result, Signed>(error: unknown, shape: (result: Result) => Signed | Promise<Signed>) {
  if (!(error instanceof ConsensusNeededError || error instanceof ActivityPendingError)) return error
  const wait = error.resume
  const resume: Resume = async (options) => {
    try {
      const result = await wait(options)
      return { ...result, signed: await shape(result as Result) }
    } catch (again) {
      throw resumable(again, shape)
    }
  }
  // Not shown by logs, like the one that it replaces.
  Object.defineProperty(error, 'resume', { value: resume, configurable: true })
  return error
}

/** `r ‖ s` in hexadecimal, 128 digits: the fixed-length form of ECDSA, and all of an ed25519 signature (RFC 8032). */
export const compactOf = ({ r, s }: SignRawPayloadResult): string => r + s
