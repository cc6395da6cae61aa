/** Injected faults: a list of the active ones and a form to add another. */
import { callList } from '@keywright/contract'
import type { Fault, FaultKind } from '@keywright/devhost'
import { bindFields } from '@keywright/ui'
import { type FormEvent, useState } from 'react'
import type { EventName } from '../connection.ts'
import { type Action, useAction, useHost, useLive, useOrganizations } from '../live.ts'
import { Choice, Empty, Field, OrganizationChoice, SubmitButton, Trouble } from '../parts/texts.tsx'

const NEWS: readonly EventName[] = ['faults', 'state']

/** Option text per kind. */
const KINDS: readonly (readonly [kind: FaultKind, text: string])[] = [
  ['status', 'Return an error'],
  ['latency', 'Respond late'],
  ['connection_reset', 'Reset the connection'],
  ['fail_after_commit', 'Run the call, then drop the response'],
  ['pending', 'Leave the activity pending'],
  ['duplicate_delivery', 'Deliver webhooks twice'],
]
const CALLS = ['*', ...callList.map(({ name }) => name)]

const NOTHING = {
  call: '*',
  status: '503',
  milliseconds: '1000',
  times: '',
  probability: '',
  organizationId: '',
}

export function FaultsView() {
  const { api } = useHost()
  const read = useLive<{ faults: Fault[] }>('/dev/faults', NEWS)
  const doing = useAction()
  const faults = read.value?.faults ?? []
  const change = (what: () => Promise<unknown>, said: string) =>
    doing.run(async () => {
      await what()
      read.reload()
      return said
    })
  const remove = (path: '/dev/faults' | `/dev/faults/${string}`) => change(() => api.remove(path), 'Removed.')
  return (
    <div className="kwi-page">
      <h2>Faults</h2>
      <Trouble of={read} />
      {read.value && faults.length === 0 && (
        <Empty>No faults are set. Add one to see how your program handles it.</Empty>
      )}
      <ul className="kwi-cards" aria-label="Active faults">
        {faults.map((fault) => (
          <li key={fault.id}>
            <strong>{KINDS.find(([known]) => known === fault.kind)?.[1]}</strong>{' '}
            <code>{describe(fault)}</code>{' '}
            <button type="button" onClick={() => remove(`/dev/faults/${fault.id}`)}>
              Remove
            </button>
          </li>
        ))}
      </ul>
      {faults.length > 1 && (
        <button type="button" onClick={() => remove('/dev/faults')}>
          Remove all faults
        </button>
      )}
      <FaultForm
        onSet={(fault) => change(() => api.post('/dev/faults', fault), 'Fault added.')}
        doing={doing}
      />
    </div>
  )
}

interface FaultFormProps {
  readonly onSet: (fault: object) => void
  readonly doing: Action
}

function FaultForm({ onSet, doing }: FaultFormProps) {
  const [kind, setKind] = useState<FaultKind>('status')
  const [values, setValues] = useState(NOTHING)
  const field = bindFields(values, setValues)
  const organizations = useOrganizations(NEWS).value?.organizations ?? []
  const add = (event: FormEvent) => {
    event.preventDefault()
    onSet(toRequest(kind, values))
  }
  return (
    <form className="kwi-form" onSubmit={add}>
      <Choice label="Fault" value={kind} onChange={setKind} options={KINDS} />
      {kind !== 'duplicate_delivery' && (
        <Field label="Call" {...field('call')} suggestions={CALLS} hint="Call name, or * for every call" />
      )}
      <div className="kwi-pair">
        {kind === 'status' && <Field label="Status" type="number" {...field('status')} />}
        {kind === 'latency' && <Field label="Milliseconds" type="number" {...field('milliseconds')} />}
        <Field
          label="Times"
          type="number"
          {...field('times')}
          hint="Leave empty to keep the fault until you remove it"
        />
        <Field
          label="Probability"
          {...field('probability')}
          hint="Above 0, up to 1. Leave empty for always"
        />
      </div>
      <OrganizationChoice of={organizations} {...field('organizationId')} />
      <SubmitButton of={doing}>Add the fault</SubmitButton>
    </form>
  )
}

/** Includes only fields with a value that belong to the kind. The host validates them. */
function toRequest(kind: FaultKind, values: typeof NOTHING): object {
  const number = (name: 'status' | 'milliseconds' | 'times' | 'probability') =>
    values[name].trim() === '' ? {} : { [name]: Number(values[name]) }
  return {
    kind,
    ...(kind !== 'duplicate_delivery' && { call: values.call.trim() || '*' }),
    ...(kind === 'status' && number('status')),
    ...(kind === 'latency' && number('milliseconds')),
    ...number('times'),
    ...number('probability'),
    ...(values.organizationId !== '' && { organizationId: values.organizationId }),
  }
}

const describe = ({ call, status, milliseconds, times, probability, organizationId }: Fault): string =>
  [
    call,
    status !== undefined && `status ${status}`,
    milliseconds !== undefined && `${milliseconds} ms`,
    times !== null && `${times} more times`,
    probability !== undefined && `with probability ${probability}`,
    organizationId !== undefined && `in ${organizationId}`,
  ]
    .filter(Boolean)
    .join(', ')
