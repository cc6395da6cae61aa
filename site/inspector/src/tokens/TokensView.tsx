/** Mints ID tokens of the test issuer for any identity. */

import { bindFields } from '@keywright/ui'
import { type FormEvent, useState } from 'react'
import { useAction, useHost } from '../live.ts'
import { Field, Json, SubmitButton, TextBlock } from '../parts/texts.tsx'

interface Minted {
  readonly token: string
  readonly claims: Readonly<Record<string, unknown>>
}

const NOTHING = {
  subject: 'alice',
  audience: '',
  email: '',
  targetPublicKey: '',
  nonce: '',
  expiresInSeconds: '300',
}

export function TokensView() {
  const { api } = useHost()
  const minting = useAction()
  const [values, setValues] = useState(NOTHING)
  const field = bindFields(values, setValues)
  const [minted, setMinted] = useState<Minted>()

  const mint = (event: FormEvent) => {
    event.preventDefault()
    minting.run(async () => {
      setMinted(await api.post<Minted>('/dev/issuer/token', toRequest(values)))
      return 'Token minted.'
    })
  }
  return (
    <div className="kwi-page">
      <h2>Tokens</h2>
      <p className="kwi-empty">
        The test issuer at <code>{api.url}/dev/issuer</code> signs ID tokens for any identity you enter. Apps
        redirect to <code>/dev/issuer/authorize</code> and use the code flow with PKCE.
      </p>
      <form className="kwi-form" onSubmit={mint}>
        <div className="kwi-pair">
          <Field label="Subject" {...field('subject')} />
          <Field label="Audience" {...field('audience')} hint="Default: keywright-development" />
          <Field label="Email" {...field('email')} />
          <Field
            label="Expires in seconds"
            type="number"
            {...field('expiresInSeconds')}
            hint="Enter a negative number for an expired token"
          />
        </div>
        <Field
          label="Target public key"
          {...field('targetPublicKey')}
          hint="Sets the nonce that a sign-in with this key requires"
        />
        <Field label="Nonce" {...field('nonce')} />
        <SubmitButton of={minting}>Mint a token</SubmitButton>
      </form>
      {minted && (
        <>
          <h3>Token</h3>
          <TextBlock text={minted.token} what="token" />
          <h3>Claims</h3>
          <Json value={minted.claims} what="claims" />
        </>
      )}
    </div>
  )
}

/** Includes only fields with a value. */
function toRequest(values: typeof NOTHING): object {
  const filled = Object.entries(values).filter(([, value]) => value.trim() !== '')
  return Object.fromEntries(
    filled.map(([name, value]) => [name, name === 'expiresInSeconds' ? Number(value) : value.trim()]),
  )
}
