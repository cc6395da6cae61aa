/** Tells the host who is calling, and lets it reject the request. */
import type { Caller } from './context.ts'
import type { Ports } from './ports.ts'

export type Admit = (caller: Caller) => Promise<void>

/** Asks the host once per request, no matter how many attempts the request takes. */
export function admitOnce(ports: Ports): Admit {
  let admission: Promise<void> | undefined
  const admit = async ({ user, organization: { organizationId } }: Caller) => {
    ports.about?.({ organizationId, userId: user.userId })
    await ports.admit?.(organizationId)
  }
  return (caller) => (admission ??= admit(caller))
}
