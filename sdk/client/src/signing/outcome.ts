/** Shapes the result of a signing activity for the host library, also after approval by others. */
import {
  ActivityPendingError,
  type Completed,
  ConsensusNeededError,
  type Resume,
  type SignRawPayloadResult,
} from '../index.ts'

/**
 * Awaits an activity and shapes its result. Resumable errors keep their class and their activity. Their `resume()` also
 * returns `signed`: what the method would have returned.
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
  // Hidden from logs, like the error it replaces.
  Object.defineProperty(error, 'resume', { value: resume, configurable: true })
  return error
}

/** `r ‖ s` in hexadecimal, 128 digits: the fixed-length form of ECDSA, and the complete ed25519 signature (RFC 8032). */
export const compactOf = ({ r, s }: SignRawPayloadResult): string => r + s
