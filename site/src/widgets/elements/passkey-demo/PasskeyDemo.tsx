/** Creates and registers a passkey, signs a request with it, and shows the options, result and checks. */
import { bindFields } from '@keywright/ui'
import { useState } from 'react'
import { ElementFrame } from '../../kit/ElementFrame.tsx'
import { Button, Buttons, Fields, SelectField } from '../../kit/fields.tsx'
import { Facts, messageOf, TextBlock, Trouble, Verdict, valueRow } from '../../kit/results.tsx'
import { useTask } from '../../kit/useTask.ts'
import { openWorkbench } from '../../kit/workbench.ts'
import type { ElementProps } from '../element.ts'
import { DEVICES, type DeviceKind, openDevice } from './passkeys.ts'
import {
  RESIDENT_KEYS,
  type Registered,
  type ResidentKey,
  register,
  type SignedRequest,
  signWhoami,
} from './signIn.ts'

const FIRST = { kind: 'software' as DeviceKind, residentKey: 'required' as ResidentKey }
/** COSE algorithm numbers that authenticators use. */
const ALGORITHMS: Readonly<Record<number, string>> = { [-7]: 'ES256', [-8]: 'EdDSA', [-257]: 'RS256' }

export default function PasskeyDemo({ chosen }: ElementProps) {
  const [form, setForm] = useState(FIRST)
  const [made, setMade] = useState<Registered>()
  const [signed, setSigned] = useState<SignedRequest | { readonly error: unknown }>()
  const task = useTask<void>()
  const isCompact = chosen['compact'] !== undefined
  const change = (next: typeof FIRST) => {
    setForm(next)
    setMade(undefined)
    setSigned(undefined)
  }
  const field = bindFields(form, change)
  const create = () =>
    task.run(async () => {
      change(form)
      setMade(await register(await openWorkbench(), openDevice(form.kind), form.residentKey))
    })
  const sign = (byId: boolean) =>
    task.run(async () => {
      const bench = await openWorkbench()
      setSigned(await signWhoami(bench, made!, byId).catch((error: unknown) => ({ error })))
    })
  return (
    <ElementFrame onReset={() => change(FIRST)}>
      <Fields>
        <SelectField label="Authenticator" options={DEVICES} {...field('kind')} />
        {!isCompact && <SelectField label="residentKey" options={RESIDENT_KEYS} {...field('residentKey')} />}
      </Fields>
      <Buttons>
        <Button isMain={!made} disabled={task.isBusy} onClick={() => void create()}>
          {task.isBusy && !made ? 'Waiting for the authenticator…' : 'Create a passkey'}
        </Button>
        {made && (
          <>
            <Button isMain disabled={task.isBusy} onClick={() => void sign(false)}>
              Sign a request
            </Button>
            {!isCompact && (
              <Button disabled={task.isBusy} onClick={() => void sign(true)}>
                Sign with the passkey’s id
              </Button>
            )}
          </>
        )}
      </Buttons>
      <Trouble error={task.error} />
      {signed && <Signed signed={signed} isCompact={isCompact} />}
      {made && <Made made={made} isCompact={isCompact} />}
    </ElementFrame>
  )
}

function Made({ made, isCompact }: { readonly made: Registered; readonly isCompact: boolean }) {
  const { attestation, authenticator, organizationId, options } = made
  const { algorithm, isPresent, isVerified, isBackupEligible, format } = attestation
  const { credentialId, transports } = authenticator.attestation
  return (
    <>
      <Verdict tone="good" word="Registered.">
        The engine verified the attestation and created a sub-organization for Alice.
      </Verdict>
      <Facts
        rows={[
          valueRow('Credential id', 'credential id', credentialId),
          ['Algorithm', `${ALGORITHMS[algorithm ?? 0] ?? 'other'} (COSE ${algorithm})`],
          [
            'Flags',
            [
              isPresent ? 'user present' : 'user not present',
              isVerified ? 'user verified' : 'user not verified',
              isBackupEligible ? 'can be synced' : 'stays on the device',
            ].join(', '),
          ],
          ['Attestation', format],
          ['Transports', transports.join(', ') || 'none listed'],
          valueRow('Sub-organization', 'sub-organization id', organizationId),
        ]}
      />
      {!isCompact && <TextBlock text={options} label="Options passed to navigator.credentials.create" />}
    </>
  )
}

type SignedProps = {
  readonly signed: SignedRequest | { readonly error: unknown }
  readonly isCompact: boolean
}

function Signed({ signed, isCompact }: SignedProps) {
  if ('error' in signed) {
    return (
      <Verdict tone="bad" word="No signature:">
        {messageOf(signed.error)}
      </Verdict>
    )
  }
  const { username, clientData, body } = signed
  return (
    <>
      <Verdict tone="good" word="Accepted:">
        the engine identified the signer as {username}.
      </Verdict>
      {!isCompact && (
        <>
          <TextBlock text={body} label="Signed body" />
          <TextBlock text={clientData} label="Signed client data: its challenge is the body’s SHA-256" />
        </>
      )}
    </>
  )
}
