/** Tells the host who is calling, and lets it reject the request. */
import type { Caller } from './context.ts'
import type { Ports } from './ports.ts'

/** @param assertLive throws for a request that has expired: anyone who captured it could use up the quota with it */
export type Admit = (caller: Caller, assertLive: () => void) => Promise<void>

/** Asks the host once per request, no matter how many attempts the request takes. */
export function admitOnce(ports: Ports): Admit {
  let admission: Promise<void> | undefined
  return async ({ user, organization: { organizationId } }, assertLive) => {
    ports.about?.({ organizationId, userId: user.userId })
    assertLive()
    await (admission ??= ports.admit?.(organizationId))
  }
}
