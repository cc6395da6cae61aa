/** Mint a token at the built-in issuer, or paste one: each check of the engine passes or fails. */
import { useState } from 'react'
import type { CheckedStep } from '../kit/checks.ts'
import { ElementFrame } from '../kit/ElementFrame.tsx'
import { Button, Buttons, Fields, SelectField, TextField } from '../kit/fields.tsx'
import { Checks, TextBlock, Trouble, Verdict } from '../kit/results.tsx'
import { useTask } from '../kit/useTask.ts'
import { openWorkbench } from '../kit/workbench.ts'
import { type Desk, decodeToken, mint, openDesk, signInWith, withOtherClaims } from './signIn.ts'

const NONCES = [
  ['own', 'of this page’s key'],
  ['other', 'of another key'],
  ['none', 'left out'],
] as const
const FIRST = {
  subject: 'alice',
  audience: 'keywright-development',
  nonce: 'own' as NonceKind,
  expires: '300',
}
type NonceKind = (typeof NONCES)[number][0]
type Form = typeof FIRST

export default function OidcInspector() {
  const [form, setForm] = useState(FIRST)
  const [desk, setDesk] = useState<Desk>()
  const [token, setToken] = useState('')
  const [steps, setSteps] = useState<readonly CheckedStep[]>()
  const task = useTask<void>()
  const set = (change: Partial<Form>) => setForm({ ...form, ...change })
  const write = (text: string) => {
    setToken(text)
    setSteps(undefined)
  }
  /** With a token that is there, or a new one from the form. */
  const signIn = (ready?: string) =>
    task.run(async () => {
      const bench = await openWorkbench()
      const at = desk ?? (await openDesk(bench))
      setDesk(at)
      const used = ready ?? (await mint(bench, requestFor(form, at)))
      setToken(used)
      setSteps(await signInWith(bench, at, used.trim()))
    })
  const expiresError = /^-?\d{1,9}$/.test(form.expires) ? undefined : 'A whole number of seconds.'
  const isEmpty = token.trim() === ''
  const decoded = isEmpty ? undefined : decodeToken(token)
  const failed = steps?.find(({ state }) => state === 'failed')
  return (
    <ElementFrame
      onReset={() => {
        setForm(FIRST)
        write('')
        setDesk(undefined)
      }}
    >
      <Fields>
        <TextField label="sub" value={form.subject} onChange={(subject) => set({ subject })} />
        <TextField label="aud" value={form.audience} onChange={(audience) => set({ audience })} />
        <SelectField label="nonce" value={form.nonce} options={NONCES} onChange={(nonce) => set({ nonce })} />
        <TextField
          label="Good for, seconds"
          value={form.expires}
          error={expiresError}
          hint="Below zero: expired"
          onChange={(expires) => set({ expires })}
        />
      </Fields>
      <Buttons>
        <Button isMain disabled={task.isBusy || expiresError !== undefined} onClick={() => void signIn()}>
          {task.isBusy ? 'The engine reads it…' : 'Mint, and sign in'}
        </Button>
        {!isEmpty && (
          <Button disabled={task.isBusy} onClick={() => void signIn(token)}>
            Sign in with this token
          </Button>
        )}
        {decoded !== undefined && (
          <Button onClick={() => write(withOtherClaims(token.trim(), { email: 'mallory@example.com' }))}>
            Change a claim in it
          </Button>
        )}
      </Buttons>
      <Trouble error={task.error} />
      {steps && (
        <>
          {failed ? (
            <Verdict tone="bad" word="Refused:">
              {failed.found}
            </Verdict>
          ) : (
            <Verdict tone="good" word="Signed in.">
              The engine made Alice an expiring API key, sealed to this page’s key.
            </Verdict>
          )}
          <Checks label="Checks of the token" steps={steps} />
        </>
      )}
      <TextField
        label="ID token"
        rows={4}
        value={token}
        onChange={write}
        placeholder="Mint one, or paste one"
        {...(desk && { hint: `Nonce of this page’s key: ${desk.nonce}` })}
        error={isEmpty || decoded !== undefined ? undefined : 'This is no JSON Web Token.'}
      />
      {decoded !== undefined && <TextBlock text={decoded} label="Header and claims, decoded" />}
    </ElementFrame>
  )
}

function requestFor({ subject, audience, nonce, expires }: Form, desk: Desk) {
  const nonces = { own: { nonce: desk.nonce }, other: { nonce: '00'.repeat(32) }, none: {} }
  return { subject, audience, expiresInSeconds: Number(expires), ...nonces[nonce] }
}
