/** `keywright policy explain` */
import { type ActivityType, calls } from '@keywright/contract'
import { parseJson } from '@keywright/keys'
import { compilePolicy, type DecideInput, explain, type Verdict } from '@keywright/policy'
import { resolveCall } from '../arguments/calls.ts'
import type { Context, Outcome } from '../command.ts'
import { readActivityId } from '../connect/activityId.ts'
import { createClient } from '../connect/client.ts'
import { resolveConnection } from '../connect/connection.ts'
import { readText, readValue } from '../files/files.ts'
import { readJson, toJsonSafe } from '../files/json.ts'
import { ExitCode } from '../output/exitCode.ts'
import { usageFailure } from '../output/failure.ts'
import { liveInput } from '../policy/liveRequest.ts'
import { readPolicyFile } from '../policy/readPolicies.ts'
import { toDecideInput } from '../policy/readRequest.ts'
import { showExplanation } from '../policy/showExplanation.ts'

const SOURCES = ['request', 'activity', 'body', 'transaction'] as const

export async function run(context: Context): Promise<Outcome> {
  const { input, style } = context
  const given = SOURCES.filter((name) => input.flag(name) !== undefined)
  if (given.length !== 1) {
    throw usageFailure(
      given.length === 0 ? 'no request to explain' : `--${given.join(' and --')} cannot be combined`,
      'pass one of --request FILE, --activity ID, --body JSON, --transaction HEX',
    )
  }
  const explanation = explain(await (given[0] === 'request' ? readFiles(context) : askServer(context)))
  return {
    text: showExplanation(explanation, style),
    json: toJsonSafe(explanation),
    exitCode: exitCodeOf(explanation.decision.verdict),
  }
}

/** Reads policies and request from files. */
async function readFiles({ input, host }: Context): Promise<DecideInput> {
  const path = input.argument('POLICIES')
  if (path === undefined) throw usageFailure('POLICIES is missing', '--request requires a policy file')
  const requestPath = input.flag('request')!
  const { policies } = await readPolicyFile(host, path, 'condition')
  const request = readJson(await readText(host, requestPath), requestPath)
  return toDecideInput(request, policies.map(compilePolicy), requestPath)
}

/** Reads the request from the server, and the policies from the server or, with POLICIES, from a file. */
async function askServer(context: Context): Promise<DecideInput> {
  const { input, host } = context
  const client = createClient(host, await resolveConnection(context))
  const asked = await ask()
  const path = input.argument('POLICIES')
  if (path === undefined) return asked
  return { ...asked, policies: (await readPolicyFile(host, path, 'condition')).policies.map(compilePolicy) }

  async function ask(): Promise<DecideInput> {
    const activityId = input.flag('activity')
    if (activityId !== undefined) {
      return liveInput(client, { activityId: readActivityId(activityId), explain: true })
    }
    const transaction = input.flag('transaction')
    if (transaction === undefined)
      return liveInput(client, readBody(await readValue(host, input.flag('body')!)))
    const signWith = input.flag('sign-with')
    if (signWith === undefined)
      throw usageFailure('--sign-with is missing', 'pass the address of the wallet account that would sign')
    return liveInput(client, {
      type: calls.sign_transaction.postedType,
      parameters: {
        signWith,
        unsignedTransaction: (await readValue(host, transaction)).trim(),
        type: `TRANSACTION_TYPE_${(input.flag('chain') ?? 'ethereum').toUpperCase()}`,
      },
    })
  }
}

/** Reads the complete body of a submit. @throws Failure (usage) */
function readBody(text: string): { type: ActivityType; parameters: Record<string, unknown> } {
  let value: { type?: unknown; parameters?: unknown } = {}
  try {
    value = Object(parseJson(text))
  } catch (error) {
    throw usageFailure(
      `the body is not JSON: ${(error as Error).message}`,
      'pass the complete body of a submit',
    )
  }
  const { type, parameters } = value
  if (typeof type !== 'string' || typeof parameters !== 'object' || parameters === null) {
    throw usageFailure('the body has no `type` and `parameters`', 'pass the complete body of a submit')
  }
  return {
    type: (resolveCall(type).type ?? type) as ActivityType,
    parameters: parameters as Record<string, unknown>,
  }
}

function exitCodeOf(verdict: Verdict): ExitCode {
  if (verdict === 'ALLOWED') return ExitCode.ok
  return verdict === 'CONSENSUS_NEEDED' ? ExitCode.waiting : ExitCode.refused
}
