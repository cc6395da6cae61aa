/** What “Cause it” does: the smallest request that ends in an error, sent to the engine. Loaded by the first press. */
import type { Workbench } from '../kit/workbench.ts'
import { codeCauses } from './causes/codes.ts'
import { credentialCauses } from './causes/credentials.ts'
import { frameCauses } from './causes/frame.ts'
import { keyCauses } from './causes/keys.ts'
import { limitCauses } from './causes/limits.ts'
import { permissionCauses } from './causes/permission.ts'
import { resourceCauses } from './causes/resources.ts'
import { signingCauses } from './causes/signing.ts'
import { stampCauses } from './causes/stamp.ts'
import { type Cause, Prober, type Sent } from './prober.ts'
import type { CausableCode } from './uncausable.ts'

const CAUSES: Readonly<Record<CausableCode, Cause>> = {
  ...frameCauses,
  ...stampCauses,
  ...permissionCauses,
  ...resourceCauses,
  ...credentialCauses,
  ...keyCauses,
  ...signingCauses,
  ...codeCauses,
  ...limitCauses,
}

export const CAUSABLE: readonly string[] = Object.keys(CAUSES)

/** @throws Error when the sandbox does not answer, or answers a step on the way with another error */
export async function cause(code: string, bench: Workbench): Promise<Sent> {
  return CAUSES[code as CausableCode](new Prober(bench, await bench.sandbox.clock.now()))
}
