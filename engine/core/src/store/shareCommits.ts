/** For hosts that serve many requests from one database: shared commits and cached facts. See `Ports.share`. */
import type { ShareCommits } from '../ports.ts'
import { openGroupCommit } from './groupCommit.ts'
import { rememberFacts } from './knownFacts.ts'

/**
 * @param gather settles when requests that are nearly ready to commit have had the time to join. Default: immediately
 */
export const shareCommits =
  (gather?: () => Promise<void>): ShareCommits =>
  ({ store, clock }) => ({ staging: openGroupCommit(store, clock, gather), known: rememberFacts(clock) })
