/** All stories. */
import type { Scenario } from './scenario.ts'
import { approvalsLapse } from './stories/approvalsLapse.ts'
import { bothMustApprove } from './stories/bothMustApprove.ts'
import { denyWins } from './stories/denyWins.ts'
import { elevenKeys } from './stories/elevenKeys.ts'
import { lastWayIn } from './stories/lastWayIn.ts'
import { lostPhone } from './stories/lostPhone.ts'
import { onboardingByEmail } from './stories/onboardingByEmail.ts'
import { onboardingByOauth } from './stories/onboardingByOauth.ts'
import { onboardingByOtp } from './stories/onboardingByOtp.ts'
import { passkeyUserAndParent } from './stories/passkeyUserAndParent.ts'
import { policyGuardsPolicies } from './stories/policyGuardsPolicies.ts'
import { pregeneratedWalletClaimed } from './stories/pregeneratedWalletClaimed.ts'
import { serviceLimitedToOneContract } from './stories/serviceLimitedToOneContract.ts'
import { sessionLifecycle } from './stories/sessionLifecycle.ts'
import { staleRecovery } from './stories/staleRecovery.ts'

export const scenarios: readonly Scenario[] = [
  approvalsLapse,
  bothMustApprove,
  denyWins,
  elevenKeys,
  lastWayIn,
  lostPhone,
  onboardingByEmail,
  onboardingByOauth,
  onboardingByOtp,
  passkeyUserAndParent,
  policyGuardsPolicies,
  pregeneratedWalletClaimed,
  serviceLimitedToOneContract,
  sessionLifecycle,
  staleRecovery,
]
