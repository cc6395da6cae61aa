/** Written-out values that cannot match what they are compared with. */
import { type Comparison, type Expression, isEthereumAddress, walk } from '../ast.ts'
import type { Side } from '../error.ts'
import { format } from '../format.ts'
import { INT128_MAX } from '../limits.ts'
import type { LintFinding, LintOptions } from '../lint.ts'
import { abbreviate } from '../token.ts'
import { comparedStrings } from './parts.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const ETHEREUM_ADDRESS = /^0x[0-9a-f]{40}$/i
/** Members that read as lower-case hex, and the prefix that they have. */
const HEX_FIELDS: Record<string, string> = { data: '0x', input: '0x', instruction_data_hex: '' }
const ID_FIELDS = new Set(['id', 'user_id', 'wallet_id'])

/** Finds hex that is not lower-case, slices of the wrong length, odd addresses, and needless comparisons. */
export function lintLiterals(expression: Expression, side: Side, options: LintOptions): LintFinding[] {
  const findings: LintFinding[] = []
  for (const part of walk(expression)) {
    if (part.kind !== 'comparison') continue
    const constant = constantOrder(part)
    if (constant) {
      const message = `\`${format(part)}\` is always ${constant.value}: ${constant.why}`
      findings.push({ code: 'ALWAYS_SAME', severity: 'caution', message, side, span: part.span })
    }
    const compared = comparedStrings(part)
    if (!compared) continue
    for (const literal of compared.strings) {
      const odd = oddString(compared.subject, literal.value, options)
      if (odd) findings.push({ ...odd, side, span: literal.span })
    }
  }
  return findings
}

type Oddity = Pick<LintFinding, 'code' | 'severity' | 'message' | 'hint'>

function oddString(subject: Expression, text: string, options: LintOptions): Oddity | undefined {
  return oddHex(subject, text) ?? oddAddress(subject, text) ?? oddId(subject, text, options)
}

function oddHex(subject: Expression, text: string): Oddity | undefined {
  const slice = subject.kind === 'slice' ? subject : undefined
  const source = slice ? slice.object : subject
  const prefix =
    source.kind === 'field' && Object.hasOwn(HEX_FIELDS, source.name) ? HEX_FIELDS[source.name] : undefined
  if (prefix === undefined) return undefined
  const quoted = `\`${abbreviate(text)}\``
  if (/[A-FX]/.test(text)) {
    const hint = `write \`'${abbreviate(text.toLowerCase())}'\``
    return {
      code: 'UPPER_CASE_HEX',
      severity: 'mistake',
      message: `${quoted} never matches: the data is lower-case hex`,
      hint,
    }
  }
  const [from, to] = [slice?.from, slice?.to]
  if (from?.kind === 'integer' && to?.kind === 'integer' && to.value - from.value !== BigInt(text.length)) {
    const message = `${quoted} has ${text.length} characters, and the slice has ${to.value - from.value}`
    const hint = prefix ? 'the prefix `0x` counts: the selector is `[0..10]`' : undefined
    return { code: 'NEVER_EQUAL', severity: 'mistake', message, ...(hint && { hint }) }
  }
  const isFromStart = !slice || (from?.kind === 'integer' && from.value === 0n)
  if (isFromStart && !text.startsWith(prefix.slice(0, text.length))) {
    return {
      code: 'NEVER_EQUAL',
      severity: 'mistake',
      message: `${quoted} never matches: the data begins with \`0x\``,
    }
  }
  return undefined
}

/** The empty string stands for contract creation. */
function oddAddress(subject: Expression, text: string): Oddity | undefined {
  if (!isEthereumAddress(subject) || text === '' || ETHEREUM_ADDRESS.test(text)) return undefined
  return {
    code: 'MALFORMED_ADDRESS',
    severity: 'mistake',
    message: `\`${abbreviate(text)}\` is not an Ethereum address`,
    hint: 'an address is `0x` and 40 hex digits; the empty string stands for contract creation',
  }
}

function oddId(subject: Expression, text: string, { checkIds }: LintOptions): Oddity | undefined {
  if (!checkIds || subject.kind !== 'field' || !ID_FIELDS.has(subject.name) || UUID.test(text))
    return undefined
  return {
    code: 'NOT_AN_ID',
    severity: 'caution',
    message: `\`${abbreviate(text)}\` is not a UUID, and every id is`,
  }
}

/** Nothing that an expression reads is negative, and nothing of type int is above its largest value. */
function constantOrder(comparison: Comparison): { value: boolean; why: string } | undefined {
  const isMirrored = comparison.left.kind === 'integer'
  const literal = isMirrored ? comparison.left : comparison.right
  const subject = isMirrored ? comparison.right : comparison.left
  if (literal.kind !== 'integer' || subject.kind === 'integer') return undefined
  const operator = isMirrored ? MIRRORED[comparison.operator] : comparison.operator
  if (literal.value === 0n && (operator === '<' || operator === '>=')) {
    return { value: operator === '>=', why: 'no integer here is negative' }
  }
  if (literal.value === INT128_MAX && (operator === '>' || operator === '<=')) {
    return { value: operator === '<=', why: 'no int is larger than that' }
  }
  return undefined
}

const MIRRORED: Record<string, string> = { '<': '>', '>': '<', '<=': '>=', '>=': '<=' }
