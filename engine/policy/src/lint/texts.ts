/** Texts with the wrong format for what they are compared with. */
import type { Expression } from '../ast.ts'
import { abbreviate } from '../token.ts'
import type { TextFormat } from '../type.ts'
import type { Oddity } from './finding.ts'

const BASE58 = '[1-9A-HJ-NP-Za-km-z]'
const ETHEREUM_ADDRESS = /^0x[0-9a-f]{40}$/i
const SOLANA_ADDRESS = new RegExp(`^(${BASE58}{32,44}|ADDRESS_TABLE_LOOKUP)$`)
/** Any network: Base58Check, or Bech32 in lower case (BIP-173, BIP-350). */
const BITCOIN_ADDRESS = new RegExp(`^([123mn]${BASE58}{25,34}|(bc|tb|bcrt)1[02-9ac-hj-np-z]{8,87})$`)

const PREFIXES: Partial<Record<TextFormat, string>> = { 'prefixed-hex': '0x', hex: '' }

/** What is wrong with a text, given the format of its counterpart or the length of a slice. */
export function oddText(
  subject: Expression,
  text: string,
  format: TextFormat | undefined,
): Oddity | undefined {
  const prefix = format && PREFIXES[format]
  if (prefix !== undefined && /[A-FX]/.test(text)) {
    const message = `${quoted(text)} never matches: the data is lower-case hex`
    return mistake('UPPER_CASE_HEX', message, `write \`'${abbreviate(text.toLowerCase())}'\``)
  }
  const wrongLength = oddLength(subject, text, prefix)
  if (wrongLength) return wrongLength
  if (prefix !== undefined) return oddHex(subject, text, prefix)
  return subject.kind === 'slice' || subject.kind === 'index' ? undefined : oddAddress(text, format)
}

function oddLength(subject: Expression, text: string, prefix: string | undefined): Oddity | undefined {
  if (subject.kind !== 'slice' || subject.from.kind !== 'integer' || subject.to.kind !== 'integer')
    return undefined
  const length = subject.to.value - subject.from.value
  const characters = [...text].length
  if (length === BigInt(characters)) return undefined
  const message = `${quoted(text)} has ${characters} characters, and the slice has ${length}`
  return mistake('NEVER_EQUAL', message, prefix && 'the prefix `0x` counts: the selector is `[0..10]`')
}

function oddHex(subject: Expression, text: string, prefix: string): Oddity | undefined {
  const isFromStart =
    subject.kind !== 'slice' || (subject.from.kind === 'integer' && subject.from.value === 0n)
  const isPart = subject.kind === 'index'
  if (isPart || !isFromStart || text.startsWith(prefix.slice(0, text.length))) return undefined
  return mistake('NEVER_EQUAL', `${quoted(text)} never matches: the data begins with \`0x\``)
}

/** The empty string stands for contract creation, and for a script without an address. */
function oddAddress(text: string, format: TextFormat | undefined): Oddity | undefined {
  switch (format) {
    case 'ethereum-address':
      if (text === '' || ETHEREUM_ADDRESS.test(text)) return undefined
      return malformed(
        text,
        'an Ethereum address',
        'an address is `0x` and 40 hex digits; the empty string stands for contract creation',
      )
    case 'solana-address':
      return SOLANA_ADDRESS.test(text)
        ? undefined
        : malformed(
            text,
            'a Solana address',
            'an address is 32 to 44 characters of Base58, and letter case counts',
          )
    case 'bitcoin-address':
      if (text === '' || BITCOIN_ADDRESS.test(text)) return undefined
      return BITCOIN_ADDRESS.test(text.toLowerCase())
        ? mistake('NEVER_EQUAL', `${quoted(text)} never matches: such addresses are in lower case`)
        : malformed(text, 'a Bitcoin address')
    default:
      return undefined
  }
}

const quoted = (text: string) => `\`${abbreviate(text)}\``

const malformed = (text: string, what: string, hint?: string) =>
  mistake('MALFORMED_ADDRESS', `${quoted(text)} is not ${what}`, hint)

const mistake = (code: Oddity['code'], message: string, hint?: string): Oddity => ({
  code,
  severity: 'mistake',
  message,
  ...(hint && { hint }),
})
