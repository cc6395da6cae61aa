/**
 * What to do about each error, for the clients of every language: the catalog's words for API errors,
 * the TypeScript packages' words for bundles, and the words below for client errors. Each client gets a generated file.
 *
 *   npx tsx clients/build/writeHelp.ts
 */
import { BundleError, type BundleErrorCode } from '@keywright/client/bundles'
import { errorWords } from '@keywright/contract/reference'

/** How a language names the functions in the texts. */
interface Names {
  readonly send: string
  readonly wait: string
  readonly targetKey: string
}

const bundleCodes = [
  'BUNDLE_MALFORMED',
  'BUNDLE_SIGNER_MISMATCH',
  'BUNDLE_SIGNATURE_INVALID',
  'BUNDLE_ORGANIZATION_MISMATCH',
  'BUNDLE_USER_MISMATCH',
  'BUNDLE_FOR_ANOTHER_KEY',
  'SECRET_MALFORMED',
] as const satisfies readonly BundleErrorCode[]

/** Help for client-side errors. */
const own = ({ send, wait, targetKey }: Names): Readonly<Record<string, string>> => {
  const again = `resend the request in this error with ${send}, which cannot execute it twice.`
  return {
    CONFIG_INVALID: 'Correct the options of the client.',
    INPUT_INVALID: 'Pass an object with JSON values only.',
    KEY_INVALID: 'Pass both keys of the registered P-256 key pair in hexadecimal.',
    TARGET_KEY_MALFORMED: `Pass 32 bytes in hexadecimal, or generate a key with ${targetKey}.`,
    ABORTED: `The request may have been executed: ${again}`,
    TIMEOUT: `The request may have been executed: ${again}`,
    UNREACHABLE: `Check that the server runs at this address. Then ${again}`,
    RESPONSE_NOT_JSON: 'The response isn’t from the API. Check the base URL and any proxy.',
    ACTIVITY_PENDING: `Do not submit again. Call ${wait} with the activity’s id later.`,
    ACTIVITY_FAILED:
      'Fix the cause named in the message, then submit a new request: the same bytes return the same failure.',
    ACTIVITY_REJECTED: 'An approver rejected the activity. Submit a new request once the approvers agree.',
    CONSENSUS_NEEDED: `Do not submit again. Others approve the activity by its fingerprint; then call ${wait} with its id.`,
  }
}

/** All error names with their help. */
const helpFor = (names: Names): [string, string][] => [
  ...Object.entries(own(names)),
  ...bundleCodes.map((code): [string, string] => [code, sentence(new BundleError(code, '').help!)]),
  ...Object.entries(errorWords).map(([code, { help }]): [string, string] => [code, help]),
]

/** Only the Swift client uses passkeys. */
const passkeyHelp: readonly [string, string][] = [
  ['PASSKEY_CANCELLED', 'Let the user try again or sign in another way.'],
  ['PASSKEY_FAILED', 'Check that the association file of the domain names this app.'],
  ['PASSKEY_BUSY', 'Wait until the open sheet is closed.'],
]

const sentence = (text: string) => `${text[0]!.toUpperCase()}${text.slice(1)}.`

const NOTICE = 'by clients/build/writeHelp.ts from the error catalog. Edit the catalog and regenerate.'
/** JSON strings are valid literals in every language, except for the interpolation syntax of Ruby and Swift. */
const literal = (text: string) => JSON.stringify(text)

/** Each language's file, relative to `clients/`. */
export const helpFiles = (): Readonly<Record<string, string>> => ({
  'go/help.go': [
    `// Code generated ${NOTICE} DO NOT EDIT.`,
    '',
    'package keywright',
    '',
    '// helpOf says what to do about an error, by its name.',
    'func helpOf(name string) string {',
    '\tswitch name {',
    ...helpFor({ send: 'Client.Send', wait: 'Client.WaitForActivity', targetKey: 'GenerateTargetKey' }).map(
      ([name, help]) => `\tcase ${literal(name)}:\n\t\treturn ${literal(help)}`,
    ),
    '\t}',
    '\treturn ""',
    '}',
    '',
  ].join('\n'),
  'rust/src/help.rs': [
    `//! What to do about each error. Written ${NOTICE}`,
    '',
    '#[rustfmt::skip]',
    '#[allow(clippy::too_many_lines)]',
    "pub fn help_of(name: &str) -> Option<&'static str> {",
    '    Some(match name {',
    ...helpFor({
      send: 'Client::send',
      wait: 'Client::wait_for_activity',
      targetKey: 'TargetKey::generate',
    }).map(([name, help]) => `        ${literal(name)} => ${literal(help)},`),
    '        _ => return None,',
    '    })',
    '}',
    '',
  ].join('\n'),
  'ruby/lib/keywright/help.rb': [
    '# frozen_string_literal: true',
    '',
    'module Keywright',
    `  # What to do about each error. Written ${NOTICE}`,
    '  HELP = {',
    ...helpFor({
      send: 'Client#send_request',
      wait: 'Client#wait_for_activity',
      targetKey: 'TargetKey.generate',
    }).map(([name, help]) => `    ${literal(name)} => ${literal(help)},`),
    '  }.freeze',
    '  private_constant :HELP',
    'end',
    '',
  ].join('\n'),
  'swift/Sources/Keywright/Help.swift': [
    `/// What to do about each error. Written ${NOTICE}`,
    '// swift-format-ignore',
    'let helpByName: [String: String] = [',
    ...[...passkeyHelp, ...helpFor({ send: 'send', wait: 'waitForActivity', targetKey: 'TargetKey()' })].map(
      ([name, help]) => `  ${literal(name)}: ${literal(help)},`,
    ),
    ']',
    '',
  ].join('\n'),
})
