/** The stamp of a request: each check, the owner of the key, and the stamp as sent. */
import type { OrganizationView, RequestInFull } from '@keywright/devhost'
import { useEffect, useState } from 'react'
import { Badge, Facts, hexRow, TextBlock } from '../parts/texts.tsx'
import { type Step, stampSteps } from './stampSteps.ts'

interface StampDetailProps {
  readonly request: RequestInFull
  readonly organization: OrganizationView | undefined
}

export function StampDetail({ request, organization }: StampDetailProps) {
  const { publicKey, value } = request.stamp
  return (
    <>
      <ol className="kwi-steps">
        {stampSteps(request).map((step) => (
          <StepLine key={step.title} step={step} />
        ))}
      </ol>
      {publicKey && organization && <StampedBy organization={organization} publicKey={publicKey} />}
      {value !== undefined && (
        <details>
          <summary>Stamp header and body digest</summary>
          <TextBlock text={decodeStamp(value)} what="decoded stamp" />
          <p>As sent:</p>
          <TextBlock text={value} what="stamp header" />
          {request.body !== null && <Digest text={request.body} />}
        </details>
      )}
    </>
  )
}

const WORDS = { passed: 'Passed', failed: 'Failed', 'not reached': 'Not reached' } as const
const MEANINGS = { passed: 'good', failed: 'bad', 'not reached': 'neutral' } as const

function StepLine({ step: { title, state, detail } }: { step: Step }) {
  return (
    <li data-state={state}>
      <Badge meaning={MEANINGS[state]}>{WORDS[state]}</Badge> {title}
      {detail !== undefined && <code>{detail}</code>}
    </li>
  )
}

/** The owner of the key. Renders nothing for an unknown or deleted key. */
function StampedBy({ organization, publicKey }: { organization: OrganizationView; publicKey: string }) {
  for (const user of organization.users) {
    const key = user.apiKeys.find(({ credential }) => credential.publicKey === publicKey)
    if (key) {
      return (
        <p>
          Stamped by <strong>{user.userName}</strong> with the API key “{key.apiKeyName}”.
        </p>
      )
    }
  }
  return null
}

/** The digest that a P-256 or secp256k1 stamp signs, computed from the body. */
function Digest({ text }: { text: string }) {
  const [digest, setDigest] = useState('')
  useEffect(() => {
    let isGone = false
    const bytes = new TextEncoder().encode(text)
    // Available only in secure contexts, which include localhost.
    globalThis.crypto.subtle?.digest('SHA-256', bytes).then((buffer) => {
      if (!isGone)
        setDigest([...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, '0')).join(''))
    })
    return () => {
      isGone = true
    }
  }, [text])
  return digest === '' ? null : <Facts rows={[hexRow('SHA-256 of the body', 'digest', digest)]} />
}

/** Decodes an `X-Stamp` to JSON. Passkey stamps already are JSON. */
function decodeStamp(value: string): string {
  try {
    const binary = atob(value.replaceAll('-', '+').replaceAll('_', '/'))
    return new TextDecoder().decode(Uint8Array.from(binary, (letter) => letter.charCodeAt(0)))
  } catch {
    return value
  }
}
