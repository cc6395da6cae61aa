/** Reads the input of a policy decision from the server. */
import { type Call, calls, type RequestOf, type ResponseOf } from '@keywright/contract'
import { compilePolicy, type DecideInput, type PolicyText, parseExactJson } from '@keywright/policy'
import { usageFailure } from '../output/failure.ts'
import { toDecideInput } from './readRequest.ts'

/** Sends queries in the name of a user. */
export interface QueryClient {
  query<T>(call: Pick<Call, 'path'>, request: object): Promise<T>
}

type Asked = Omit<RequestOf<'get_policy_evaluations'>, 'organizationId'>

/**
 * Reads the input for a hypothetical request or for an activity with its votes.
 * @throws Failure if the server rejects the request before it evaluates policies
 */
export async function liveInput(client: QueryClient, asked: Asked): Promise<DecideInput> {
  const { policyRequest } = await client.query<ResponseOf<'get_policy_evaluations'>>(
    calls.get_policy_evaluations,
    { ...asked },
  )
  if (policyRequest === undefined) {
    throw usageFailure(
      'this server does not support explanations',
      'update the server, or pass a policy file and --request FILE',
    )
  }
  const { policies, ...described } = parseExactJson(policyRequest) as { policies: PolicyText[] }
  return toDecideInput(described, policies.map(compilePolicy), 'response of the server')
}
