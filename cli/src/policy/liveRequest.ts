/** What the policies of an organization are asked about a request, as its server gathers it. */
import { calls, type RequestOf, type ResponseOf } from '@keywright/contract'
import { compilePolicy, type DecideInput, type PolicyText, parseExactJson } from '@keywright/policy'
import type { createClient } from '../client.ts'
import { usageFailure } from '../failure.ts'
import { toDecideInput } from './readRequest.ts'

type Asked = Omit<RequestOf<'get_policy_evaluations'>, 'organizationId'>

/**
 * A request that the caller might submit, or an activity with its votes.
 * @throws Failure for what the server refuses before any policy is asked
 */
export async function liveInput(client: ReturnType<typeof createClient>, asked: Asked): Promise<DecideInput> {
  const { policyRequest } = await client.query<ResponseOf<'get_policy_evaluations'>>(
    calls.get_policy_evaluations,
    { ...asked },
  )
  if (policyRequest === undefined) {
    throw usageFailure(
      'this server cannot explain requests',
      'update it, or give the policies and --request FILE',
    )
  }
  const { policies, ...described } = parseExactJson(policyRequest) as { policies: PolicyText[] }
  return toDecideInput(described, policies.map(compilePolicy), 'the answer of the server')
}
