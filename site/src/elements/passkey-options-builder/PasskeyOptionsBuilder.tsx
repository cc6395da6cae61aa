/** Choose options → the code, what to know before, and what a device and the engine make of it. */
import { isKeywrightError } from '@keywright/client'
import { useState } from 'react'
import { ElementFrame } from '../kit/ElementFrame.tsx'
import { Button, Buttons, Fields, SelectField, TextField } from '../kit/fields.tsx'
import { DEVICES, type DeviceKind, makePasskey, openDevice, signUp } from '../kit/passkeys.ts'
import { messageOf, ResultRow, Results, TextBlock } from '../kit/results.tsx'
import { useTask } from '../kit/useTask.ts'
import { openWorkbench } from '../kit/workbench.ts'
import {
  ALGORITHMS,
  ATTACHMENTS,
  ATTESTATIONS,
  type Choices,
  RECOMMENDED,
  REQUIREMENTS,
  toCode,
  toOptions,
  warningsFor,
  wrongRpId,
  wrongTimeout,
} from './choices.ts'

interface Outcome {
  readonly who: string
  readonly isGood: boolean
  readonly text: string
}

/** First the device, then the engine: the first that refuses ends it. */
async function attempt(kind: DeviceKind, choices: Choices): Promise<readonly Outcome[]> {
  const bench = await openWorkbench()
  const outcomes: Outcome[] = []
  let who = 'Authenticator'
  try {
    const { authenticator, attestation } = await makePasskey(openDevice(kind), toOptions(choices))
    const { algorithm, isVerified } = attestation
    const text = `COSE algorithm ${algorithm}, person ${isVerified ? 'verified' : 'present, not verified'}`
    outcomes.push({ who, isGood: true, text })
    who = 'Engine'
    await signUp(bench, authenticator)
    outcomes.push({ who, isGood: true, text: 'the attestation is verified, and the passkey registered' })
  } catch (error) {
    const code = isKeywrightError(error) ? `${error.code}: ` : ''
    outcomes.push({ who, isGood: false, text: `${code}${messageOf(error)}` })
  }
  return outcomes
}

export default function PasskeyOptionsBuilder() {
  const [choices, setChoices] = useState(RECOMMENDED)
  const [kind, setKind] = useState<DeviceKind>('software')
  const [tried, setTried] = useState<readonly Outcome[]>([])
  const task = useTask<void>()
  const set = (change: Partial<Choices>) => {
    setChoices({ ...choices, ...change })
    setTried([])
  }
  const errors = { rpId: wrongRpId(choices.rpId), timeout: wrongTimeout(choices.timeout) }
  const isWrong = errors.rpId !== undefined || errors.timeout !== undefined
  const warnings = warningsFor(choices)
  return (
    <ElementFrame
      onReset={() => {
        set(RECOMMENDED)
        setKind('software')
      }}
    >
      <Fields>
        <SelectField
          label="pubKeyCredParams"
          value={choices.algorithms}
          options={ALGORITHMS}
          onChange={(algorithms) => set({ algorithms })}
        />
        <SelectField
          label="residentKey"
          value={choices.residentKey}
          options={REQUIREMENTS}
          onChange={(residentKey) => set({ residentKey })}
        />
        <SelectField
          label="userVerification"
          value={choices.userVerification}
          options={REQUIREMENTS}
          onChange={(userVerification) => set({ userVerification })}
        />
        <SelectField
          label="authenticatorAttachment"
          value={choices.attachment}
          options={ATTACHMENTS}
          onChange={(attachment) => set({ attachment })}
        />
        <SelectField
          label="attestation"
          value={choices.attestation}
          options={ATTESTATIONS}
          onChange={(attestation) => set({ attestation })}
        />
        <TextField
          label="timeout, milliseconds"
          inputMode="numeric"
          value={choices.timeout}
          error={errors.timeout}
          onChange={(timeout) => set({ timeout })}
        />
        <TextField
          label="rp.id"
          value={choices.rpId}
          error={errors.rpId}
          placeholder="the host of the page"
          onChange={(rpId) => set({ rpId })}
        />
        <SelectField label="Try on" value={kind} options={DEVICES} onChange={setKind} />
      </Fields>
      <Buttons>
        <Button
          isMain
          disabled={isWrong || task.isBusy}
          onClick={() => void task.run(async () => setTried(await attempt(kind, choices)))}
        >
          {task.isBusy ? 'Waiting for the authenticator…' : 'Create with these'}
        </Button>
      </Buttons>
      <Results label="What to know, and what came of it">
        {tried.map(({ who, isGood, text }) => (
          <ResultRow key={who} tone={isGood ? 'good' : 'bad'} word={isGood ? 'done' : 'refused'} title={who}>
            {text}
          </ResultRow>
        ))}
        {warnings.map((warning) => (
          <ResultRow key={warning} tone="waiting" word="Mind:" title={warning} />
        ))}
      </Results>
      {!isWrong && <TextBlock text={toCode(choices)} label="Code with these options" />}
    </ElementFrame>
  )
}
