/** Names the first check that fails for a pasted stamp and body, or for a generated stamp that the reader alters. */

import {
  createStamp,
  curveOfScheme,
  generateApiKeyPair,
  platformRandom,
  type StampScheme,
  stampSchemes,
  toHex,
  toStampHeader,
  toUtf8,
} from '@keywright/keys'
import { createPasskey } from '@keywright/keys/passkey'
import { bindFields } from '@keywright/ui'
import { useCallback, useState } from 'react'
import { AlterationButtons, type Alterations } from '../../kit/AlterationButtons.tsx'
import { ElementFrame } from '../../kit/ElementFrame.tsx'
import { Button, Buttons, Fields, SelectField, TextField } from '../../kit/fields.tsx'
import { Checks, TextBlock, Verdict } from '../../kit/results.tsx'
import { useComputed } from '../../kit/useTask.ts'
import { type Inspection, inspectStamp, type StampedRequest } from './inspectStamp.ts'

const BODY = '{"organizationId":"a1b2c3d4-0000-4000-8000-000000000000"}'
const PASSKEY = 'Passkey'
type Signer = StampScheme | typeof PASSKEY

/** Stamps with a new key and then discards it. */
function stampedBy(signer: Signer, body: string): StampedRequest {
  if (signer === PASSKEY) {
    const passkey = createPasskey({ random: platformRandom })
    return { body, header: passkey.stamp(toUtf8(body)), passkeyPublicKey: toHex(passkey.keyPair.publicKey) }
  }
  const { privateKey } = generateApiKeyPair(platformRandom, curveOfScheme(signer))
  return { body, header: toStampHeader(createStamp(signer, toUtf8(body), privateKey)), passkeyPublicKey: '' }
}

const first = () => stampedBy('SIGNATURE_SCHEME_TK_API_P256', BODY)

const ALTERATIONS: Alterations<StampedRequest> = [
  ['Add a line break', (request) => ({ ...request, body: `${request.body}\n` })],
  ['Change the body', (request) => ({ ...request, body: request.body.replace(/[0-9]/, 'f') })],
  ['Truncate the header', (request) => ({ ...request, header: request.header.slice(0, -12) })],
]

export default function StampInspector() {
  const [request, setRequest] = useState(first)
  const [signer, setSigner] = useState<Signer>('SIGNATURE_SCHEME_TK_API_P256')
  const { value } = useComputed(useCallback(() => inspectStamp(request), [request]))
  const field = bindFields(request, setRequest)
  return (
    <ElementFrame
      onReset={() => {
        setRequest(first())
        setSigner('SIGNATURE_SCHEME_TK_API_P256')
      }}
    >
      <Fields>
        <TextField
          label="Body"
          rows={3}
          {...field('body')}
          hint={`${toUtf8(request.body).length} bytes, exactly as sent`}
        />
        <TextField label="Stamp: the value of X-Stamp or X-Stamp-Webauthn" rows={3} {...field('header')} />
        {value?.kind === 'passkey' && (
          <TextField label="Passkey’s public key (P-256, hex)" rows={2} {...field('passkeyPublicKey')} />
        )}
        <SelectField
          label="Signed by"
          value={signer}
          options={[...stampSchemes, PASSKEY]}
          onChange={setSigner}
        />
      </Fields>
      <Buttons>
        <Button isMain onClick={() => setRequest(stampedBy(signer, request.body))}>
          Sign this body
        </Button>
        <AlterationButtons alterations={ALTERATIONS} value={request} onChange={setRequest} />
      </Buttons>
      {value && <Inspected {...value} />}
    </ElementFrame>
  )
}

function Inspected({ steps, hint, decoded }: Inspection) {
  const failed = steps.find(({ state }) => state === 'failed')
  const isOpen = steps.some(({ state }) => state === 'not checked')
  return (
    <>
      {failed ? (
        <Verdict tone="bad" word="Rejected.">
          {failed.title} {hint ?? failed.found}
        </Verdict>
      ) : isOpen ? (
        <Verdict tone="waiting" word="Incomplete:">
          one check needs the passkey’s public key. Enter it above.
        </Verdict>
      ) : (
        <Verdict tone="good" word="Verified.">
          The stamp covers exactly this body.
        </Verdict>
      )}
      <Checks label="Stamp checks" steps={steps} />
      {decoded && <TextBlock text={decoded} label="Decoded stamp" />}
    </>
  )
}
