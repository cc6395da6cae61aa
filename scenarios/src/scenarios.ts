/** All stories. */
import type { Scenario } from './scenario.ts'
import { acrossOrganizations } from './stories/acrossOrganizations.ts'
import { addressChangesHands } from './stories/addressChangesHands.ts'
import { allOrNothing } from './stories/allOrNothing.ts'
import { approvalsLapse } from './stories/approvalsLapse.ts'
import { askerLeaves } from './stories/askerLeaves.ts'
import { auditorReadsHistory } from './stories/auditorReadsHistory.ts'
import { backendAttachesIdentity } from './stories/backendAttachesIdentity.ts'
import { backendTakesOver } from './stories/backendTakesOver.ts'
import { bitcoinConsolidation } from './stories/bitcoinConsolidation.ts'
import { bothMustApprove } from './stories/bothMustApprove.ts'
import { deleteGates } from './stories/deleteGates.ts'
import { denyWins } from './stories/denyWins.ts'
import { elevenKeys } from './stories/elevenKeys.ts'
import { everybodyAtOnce } from './stories/everybodyAtOnce.ts'
import { fullHouse } from './stories/fullHouse.ts'
import { hotKeysByTag } from './stories/hotKeysByTag.ts'
import { lastWayIn } from './stories/lastWayIn.ts'
import { lostPhone } from './stories/lostPhone.ts'
import { machinesMayNotExport } from './stories/machinesMayNotExport.ts'
import { onboardingByEmail } from './stories/onboardingByEmail.ts'
import { onboardingByOauth } from './stories/onboardingByOauth.ts'
import { onboardingByOtp } from './stories/onboardingByOtp.ts'
import { onboardingService } from './stories/onboardingService.ts'
import { ownCredentials } from './stories/ownCredentials.ts'
import { parentsAgreeFirst } from './stories/parentsAgreeFirst.ts'
import { passkeyOfOtherSite } from './stories/passkeyOfOtherSite.ts'
import { passkeyUserAndParent } from './stories/passkeyUserAndParent.ts'
import { policyGuardsPolicies } from './stories/policyGuardsPolicies.ts'
import { policyWithdrawnMeanwhile } from './stories/policyWithdrawnMeanwhile.ts'
import { pregeneratedWalletClaimed } from './stories/pregeneratedWalletClaimed.ts'
import { replayedQuery } from './stories/replayedQuery.ts'
import { replayedRequests } from './stories/replayedRequests.ts'
import { revokedAtOnce } from './stories/revokedAtOnce.ts'
import { rootQuorumChange } from './stories/rootQuorumChange.ts'
import { sameKeyInParentAndChild } from './stories/sameKeyInParentAndChild.ts'
import { sealedCodeAndVerifiedContact } from './stories/sealedCodeAndVerifiedContact.ts'
import { sealedForOneDevice } from './stories/sealedForOneDevice.ts'
import { seedKeepsItsAddresses } from './stories/seedKeepsItsAddresses.ts'
import { serviceLimitedToOneContract } from './stories/serviceLimitedToOneContract.ts'
import { sessionLifecycle } from './stories/sessionLifecycle.ts'
import { solanaPayouts } from './stories/solanaPayouts.ts'
import { staleRecovery } from './stories/staleRecovery.ts'
import { supportStartsRecovery } from './stories/supportStartsRecovery.ts'
import { tagsAreAtomic } from './stories/tagsAreAtomic.ts'
import { tamperingIsFound } from './stories/tamperingIsFound.ts'
import { treasuryCoSigning } from './stories/treasuryCoSigning.ts'
import { typedOrders } from './stories/typedOrders.ts'
import { walletUsersSignIn } from './stories/walletUsersSignIn.ts'
import { webhooksRetried } from './stories/webhooksRetried.ts'
import { whoamiByParent } from './stories/whoamiByParent.ts'
import { worldChangedMeanwhile } from './stories/worldChangedMeanwhile.ts'
import { wrongScheme } from './stories/wrongScheme.ts'

export const scenarios: readonly Scenario[] = [
  acrossOrganizations,
  addressChangesHands,
  allOrNothing,
  approvalsLapse,
  askerLeaves,
  auditorReadsHistory,
  backendAttachesIdentity,
  backendTakesOver,
  bitcoinConsolidation,
  bothMustApprove,
  deleteGates,
  denyWins,
  elevenKeys,
  everybodyAtOnce,
  fullHouse,
  hotKeysByTag,
  lastWayIn,
  lostPhone,
  machinesMayNotExport,
  onboardingByEmail,
  onboardingByOauth,
  onboardingByOtp,
  onboardingService,
  ownCredentials,
  parentsAgreeFirst,
  passkeyOfOtherSite,
  passkeyUserAndParent,
  policyGuardsPolicies,
  policyWithdrawnMeanwhile,
  pregeneratedWalletClaimed,
  replayedQuery,
  replayedRequests,
  revokedAtOnce,
  rootQuorumChange,
  sameKeyInParentAndChild,
  sealedCodeAndVerifiedContact,
  sealedForOneDevice,
  seedKeepsItsAddresses,
  serviceLimitedToOneContract,
  sessionLifecycle,
  solanaPayouts,
  staleRecovery,
  supportStartsRecovery,
  tagsAreAtomic,
  tamperingIsFound,
  treasuryCoSigning,
  typedOrders,
  walletUsersSignIn,
  webhooksRetried,
  whoamiByParent,
  worldChangedMeanwhile,
  wrongScheme,
]
