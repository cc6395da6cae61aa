/** Signatures. */
import { object } from '../define.ts'
import { hex } from '../scalars.ts'

export const SignRawPayloadResult = object({ r: hex, s: hex, v: hex })
