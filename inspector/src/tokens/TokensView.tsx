/** ID tokens of the test issuer, for whatever identity a sign-in needs. */
import { type FormEvent, useState } from 'react'
import { useAction, useHost } from '../live.ts'
import { Field, Json, Outcome, TextBlock } from '../parts/texts.tsx'

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
  const [minted, setMinted] = useState<Minted>()
  const set = (name: keyof typeof NOTHING) => (value: string) =>
    setValues((before) => ({ ...before, [name]: value }))

  const mint = (event: FormEvent) => {
    event.preventDefault()
    minting.run(async () => {
      const filled = Object.entries(values).filter(([, value]) => value.trim() !== '')
      const request = Object.fromEntries(
        filled.map(([name, value]) => [name, name === 'expiresInSeconds' ? Number(value) : value.trim()]),
      )
      setMinted(await api.post<Minted>('/dev/issuer/token', request))
      return 'The token is below.'
    })
  }
  return (
    <div className="kwi-page">
      <h2>Tokens</h2>
      <p className="kwi-empty">
        The test issuer at <code>{api.url}/dev/issuer</code> signs an ID token for whoever you say. An app’s
        redirect goes to <code>/dev/issuer/authorize</code>: code flow with PKCE.
      </p>
      <form className="kwi-form" onSubmit={mint}>
        <div className="kwi-pair">
          <Field label="Subject" value={values.subject} onChange={set('subject')} />
          <Field
            label="Audience"
            value={values.audience}
            onChange={set('audience')}
            hint="Empty: keywright-development"
          />
          <Field label="Email" value={values.email} onChange={set('email')} />
          <Field
            label="Expires in seconds"
            type="number"
            value={values.expiresInSeconds}
            onChange={set('expiresInSeconds')}
            hint="Negative: expired already"
          />
        </div>
        <Field
          label="Target public key"
          value={values.targetPublicKey}
          onChange={set('targetPublicKey')}
          hint="The nonce becomes the one that a sign-in with this key asks for"
        />
        <Field label="Nonce" value={values.nonce} onChange={set('nonce')} />
        <div className="kwi-buttons">
          <button type="submit" aria-disabled={minting.isBusy}>
            Mint a token
          </button>
        </div>
        <Outcome of={minting} />
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
