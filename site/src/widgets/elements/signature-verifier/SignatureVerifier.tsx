/** Verifies signatures in the page. Readers sign an example and then alter it. */

import {
  addressOf,
  type Curve,
  generatePrivateKey,
  hashFunctions,
  type Payload,
  payloadEncodings,
  platformRandom,
  publicKeyOf,
  sign,
  signableBytes,
  signingAlgorithmOf,
} from '@keywright/keys'
import { bindFields } from '@keywright/ui'
import { useCallback, useState } from 'react'
import { AlterationButtons, type Alterations } from '../../kit/AlterationButtons.tsx'
import { ElementFrame } from '../../kit/ElementFrame.tsx'
import { Button, Buttons, Fields, SelectField, TextField } from '../../kit/fields.tsx'
import { Checked, Facts, valueRow } from '../../kit/results.tsx'
import { useComputed } from '../../kit/useTask.ts'
import { type InspectedSignature, inspectSignature, type SignatureQuestion } from './inspectSignature.ts'

const ETHEREUM: Payload = {
  payload: '\u0019Ethereum Signed Message:\n14Hello, signer.',
  encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
  hashFunction: 'HASH_FUNCTION_KECCAK256',
}
const SOLANA: Payload = {
  payload: 'Hello, signer.',
  encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
  hashFunction: 'HASH_FUNCTION_NOT_APPLICABLE',
}
const COSMOS: Payload = {
  payload:
    '{"account_number":"0","chain_id":"example-1","fee":{"amount":[],"gas":"0"},"memo":"","msgs":[],"sequence":"0"}',
  encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
  hashFunction: 'HASH_FUNCTION_SHA256',
}

/** Signs with a new key and then discards it. */
function signed(
  payload: Payload,
  curve: Curve,
  nameOf: (publicKey: Uint8Array) => string,
): SignatureQuestion {
  const privateKey = generatePrivateKey(curve, platformRandom)
  const { r, s, v } = sign(signingAlgorithmOf(curve), signableBytes(payload, curve), privateKey)
  return { ...payload, signature: `${r}${s}${v}`, signer: nameOf(publicKeyOf(curve, privateKey)) }
}

const EXAMPLES: readonly (readonly [label: string, make: () => SignatureQuestion])[] = [
  [
    'Sign an Ethereum message',
    () => signed(ETHEREUM, 'CURVE_SECP256K1', (key) => addressOf('ADDRESS_FORMAT_ETHEREUM', key)),
  ],
  [
    'Sign a Solana message',
    () => signed(SOLANA, 'CURVE_ED25519', (key) => addressOf('ADDRESS_FORMAT_SOLANA', key)),
  ],
  [
    'Sign a Cosmos document',
    () => signed(COSMOS, 'CURVE_SECP256K1', (key) => addressOf('ADDRESS_FORMAT_COSMOS', key)),
  ],
]
const first = EXAMPLES[0]![1]

const ALTERATIONS: Alterations<SignatureQuestion> = [
  ['Change the payload', (question) => ({ ...question, payload: `${question.payload}!` })],
  [
    'Flip v',
    ({ signature, ...rest }) => ({
      ...rest,
      signature: signature.replace(/.$/, (v) => (v === '0' ? '1' : '0')),
    }),
  ],
]

export default function SignatureVerifier() {
  const [question, setQuestion] = useState(first)
  const { value } = useComputed(useCallback(() => inspectSignature(question), [question]))
  const field = bindFields(question, setQuestion)
  return (
    <ElementFrame onReset={() => setQuestion(first())}>
      <Buttons>
        {EXAMPLES.map(([label, make], index) => (
          <Button key={label} isMain={index === 0} onClick={() => setQuestion(make())}>
            {label}
          </Button>
        ))}
        <AlterationButtons alterations={ALTERATIONS} value={question} onChange={setQuestion} />
      </Buttons>
      <Fields>
        <TextField label="Payload" rows={3} {...field('payload')} />
        <SelectField label="Encoding" options={payloadEncodings} {...field('encoding')} />
        <SelectField label="Hash function" options={hashFunctions} {...field('hashFunction')} />
        <TextField label="Signature: r, s and v, hex" rows={2} {...field('signature')} />
        <TextField
          label="Signer: an address or a public key"
          rows={2}
          {...field('signer')}
          hint="Leave empty to find out who signed (secp256k1 only)."
        />
      </Fields>
      {value && <Inspected {...value} signed={question.signer.trim() === '' ? 'key' : 'signer'} />}
    </ElementFrame>
  )
}

type InspectedProps = InspectedSignature & { readonly signed: 'key' | 'signer' }

function Inspected({ steps, publicKey, addresses, signed }: InspectedProps) {
  return (
    <>
      <Checked label="Signature checks" steps={steps} words={['Not verified.', 'Verified.']}>
        This {signed} signed exactly this payload.
      </Checked>
      {publicKey && (
        <Facts
          rows={[
            valueRow('Public key', 'public key', publicKey),
            ...addresses.map(([format, address]) =>
              valueRow(format.replace('ADDRESS_FORMAT_', '').replaceAll('_', ' '), format, address),
            ),
          ]}
        />
      )}
    </>
  )
}
