/** `keywright policy explain` */
import { compilePolicy, explain, type Verdict } from '@keywright/policy'
import { type Context, ExitCode, type Outcome } from '../command.ts'
import { usageFailure } from '../failure.ts'
import { readText } from '../files.ts'
import { readJson, toJsonSafe } from '../json.ts'
import { readPolicyFile } from '../policy/readPolicies.ts'
import { toDecideInput } from '../policy/readRequest.ts'
import { showExplanation } from '../policy/showExplanation.ts'

export async function run({ input, host, style }: Context): Promise<Outcome> {
  const path = input.required('POLICIES')
  const requestPath = input.flag('request')
  if (requestPath === undefined) {
    throw usageFailure('--request FILE is missing', 'keywright policy explain --help says what it holds')
  }
  const { policies } = await readPolicyFile(host, path, 'condition')
  const request = readJson(await readText(host, requestPath), requestPath)
  const explanation = explain(toDecideInput(request, policies.map(compilePolicy), requestPath))
  return {
    text: showExplanation(explanation, style),
    json: toJsonSafe(explanation),
    exitCode: exitCodeOf(explanation.decision.verdict),
  }
}

/** A request that is not allowed was not allowed, however well that is explained. */
function exitCodeOf(verdict: Verdict): ExitCode {
  if (verdict === 'ALLOWED') return ExitCode.ok
  return verdict === 'CONSENSUS_NEEDED' ? ExitCode.waiting : ExitCode.refused
}
