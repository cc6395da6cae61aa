/**
 * Fuzz targets: every parser of untrusted bytes. A target returns for valid input and for input that is rejected with a
 * known error. Any other error is a finding.
 */
import { deepStrictEqual } from 'node:assert'
import {
  ApiError,
  type Call,
  callList,
  escapeHidden,
  findHidden,
  limits,
  parseBody,
} from '@keywright/contract'
import {
  decodeAbiCall,
  decodeIdlCall,
  InterfaceError,
  isKeysError,
  parseAbi,
  parseIdl,
  parseJson,
} from '@keywright/keys'
import { binaryReaders, readers } from '@keywright/keys/test'
import {
  checkPolicy,
  compilePolicy,
  decide,
  format,
  lint,
  nextChangeOf,
  PolicyError,
  parseExactJson,
  parseExpression,
} from '@keywright/policy'
import { decodeAbiBySpec, digest, type SpecParameter } from '@keywright/policy/test'
import { findCommand, parseInput } from '../../../../cli/src/arguments/args.ts'
import { commands, sharedFlags } from '../../../../cli/src/commands.ts'
import { Failure } from '../../../../cli/src/output/failure.ts'
import { readFilters } from '../../../../engine/core/src/activity/filters.ts'
import { readBody } from '../../../../engine/core/src/http/readBody.ts'
import { issuerTargets, passkeyTargets } from './signIn.ts'

export { pieceOf } from '../../../../engine/core/test/support/longestStep.ts'
export { seeds } from './signIn.ts'

type Target = (input: Buffer) => unknown

const APPROVER = { id: 'u', tags: ['t'], email: 'a@example.com', alias: 'a' }
const ACTIVITY = {
  type: 'ACTIVITY_TYPE_CREATE_WALLET',
  resource: 'WALLET',
  action: 'CREATE',
  kind: 'CREATE_WALLET',
}

/** Runs a parser of untrusted input and ignores its known errors. */
function refusing(read: (input: Buffer) => unknown, isKnown = isRefusal): Target {
  const swallow = (error: unknown) => {
    if (!isKnown(error)) throw error
  }
  return (input) => {
    try {
      const answer = read(input)
      return answer instanceof Promise ? answer.catch(swallow) : answer
    } catch (error) {
      return swallow(error)
    }
  }
}

const isRefusal = (error: unknown) =>
  isKeysError(error) ||
  error instanceof ApiError ||
  error instanceof PolicyError ||
  error instanceof InterfaceError ||
  error instanceof Failure ||
  error instanceof SyntaxError

/** Errors of readers and sign-ins quote their input, so they must shorten it. */
const isShort = (error: unknown) => String((error as Error).message).length < 1_000
const isKeysRefusal = (error: unknown) => isKeysError(error) && isShort(error)
const codesOf =
  (...codes: string[]) =>
  (error: unknown) =>
    error instanceof ApiError && codes.includes(error.code) && isShort(error)

const isTokenRefusal = codesOf('OIDC_TOKEN_INVALID', 'ISSUER_UNREACHABLE')

function decidePolicy(condition: string, consensus: string): void {
  const policy = { policyId: 'p', effect: 'EFFECT_DENY' as const, condition, consensus }
  if (checkPolicy(policy).length > 0) return
  lint([compilePolicy(policy)])
  const printed = {
    ...policy,
    condition: format(parseExpression(condition)),
    consensus: format(parseExpression(consensus)),
  }
  const verdicts = [policy, printed].map((one) =>
    decide({
      policies: [compilePolicy(one)],
      facts: { activity: ACTIVITY },
      approvers: [APPROVER],
      users: [APPROVER],
    }),
  )
  deepStrictEqual(verdicts[1], verdicts[0], 'formatting does not change the decision')
}

const own: Readonly<Record<string, Target>> = {
  json: refusing((input) => {
    const text = input.toString()
    const value = parseJson(text)
    deepStrictEqual(value, JSON.parse(text))
  }),
  exactJson: refusing((input) => parseExactJson(input.toString())),
  requestBody: refusing((input) =>
    readBody(
      new Request('http://localhost/', { method: 'POST', body: new Uint8Array(input) }),
      limits.bodyBytes,
    ),
  ),
  /** The first byte selects the call. */
  callParameters: refusing((input) => {
    const call = callList[(input[0] ?? 0) % callList.length] as unknown as Call
    return parseBody(call as never, parseJson(input.subarray(1).toString()))
  }),
  hiddenCharacters: (input) => {
    const shown = escapeHidden(input.toString('utf16le'))
    if (findHidden(shown) !== undefined) throw new Error(`still hidden: ${JSON.stringify(shown)}`)
  },
  /** Condition and consensus, separated by a zero byte. */
  policy: refusing((input) => {
    const [condition = '', consensus = 'true'] = input.toString().split('\0')
    digest(condition)
    return decidePolicy(condition, consensus)
  }),
  /** The text of an interface and call data, separated by a zero byte. Both decoders read the same. */
  abi: refusing((input) => {
    const end = input.indexOf(0)
    const text = input.subarray(0, end < 0 ? input.length : end).toString()
    const abi = parseAbi(text)
    const [selector = '0x'] = abi.functions.keys()
    const body = input.subarray(end < 0 ? input.length : end + 1)
    const call = decodeAbiCall(abi, Buffer.concat([Buffer.from(selector.slice(2), 'hex'), body]))
    if (call === 'FUNCTION_UNKNOWN') return
    const entries = JSON.parse(text) as { type?: string; inputs?: SpecParameter[] | null }[]
    const { inputs } = entries.find(({ type = 'function' }) => type === 'function')!
    deepStrictEqual(
      typeof call === 'string' ? call : call.args,
      decodeAbiBySpec(inputs ?? [], body.toString('hex')),
    )
  }),
  idl: refusing((input) => {
    const end = input.indexOf(0)
    const idl = parseIdl(input.subarray(0, end < 0 ? input.length : end).toString())
    const discriminator = idl.instructions[0]?.discriminator ?? ''
    const body = input.subarray(end < 0 ? input.length : end + 1)
    return decodeIdlCall(idl, Buffer.concat([Buffer.from(discriminator, 'hex'), body]))
  }),
  policyTime: refusing((input) => {
    const time = input.toString()
    if (checkPolicy({ time }).length > 0) return undefined
    const policy = compilePolicy({ policyId: 'p', effect: 'EFFECT_ALLOW', time })
    return policy.time && nextChangeOf(policy.time, 1_750_000_000_000)
  }),
  webhookFilters: refusing((input) => readFilters(input.toString())),
  /** Arguments, separated by zero bytes. */
  commandLine: refusing((input) => {
    const found = findCommand(commands, input.toString().split('\0'))
    return found && parseInput(found.command, found.rest, sharedFlags)
  }),
}

const each = (all: Readonly<Record<string, (input: Buffer) => unknown>>, isKnown: typeof isRefusal) =>
  Object.fromEntries(Object.entries(all).map(([name, read]) => [name, refusing(read, isKnown)]))
const copying = Object.fromEntries(
  Object.entries(readers).map(([name, read]) => [name, (input: Buffer) => read(new Uint8Array(input))]),
)

export const targets: Readonly<Record<string, Target>> = {
  ...each(copying, isKeysRefusal),
  ...own,
  ...each(passkeyTargets, codesOf('STAMP_MALFORMED', 'ATTESTATION_INVALID')),
  ...each(issuerTargets, (error) => isTokenRefusal(error) || error instanceof SyntaxError),
}

/** Corpora of `engine/keys/corpus` in hexadecimal. */
export const binary = binaryReaders
