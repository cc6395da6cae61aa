/** Faults on purpose: set by a form, shown while they last. */
import { callList } from '@keywright/contract'
import type { Fault, FaultKind, OrganizationNode } from '@keywright/devhost'
import { type FormEvent, useCallback, useState } from 'react'
import type { Api } from '../api.ts'
import type { EventName } from '../connection.ts'
import { useAction, useHost, useLive } from '../live.ts'
import { Choice, Empty, Field, Outcome, Trouble } from '../parts/texts.tsx'

const NEWS: readonly EventName[] = ['faults', 'state']

/** What each does, in the words of a button. */
const KINDS: readonly (readonly [kind: FaultKind, text: string])[] = [
  ['status', 'Answer with an error'],
  ['latency', 'Answer late'],
  ['connection_reset', 'Break the connection'],
  ['fail_after_commit', 'Run it, then lose the answer'],
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
  const load = useCallback(async (from: Api) => {
    const [{ faults }, { organizations }] = await Promise.all([
      from.get<{ faults: Fault[] }>('/dev/faults'),
      from.get<{ organizations: OrganizationNode[] }>('/dev/tree?limit=1000'),
    ])
    return { faults, organizations }
  }, [])
  const read = useLive(load, NEWS)
  const doing = useAction()
  const [kind, setKind] = useState<FaultKind>('status')
  const [values, setValues] = useState(NOTHING)
  const set = (name: keyof typeof NOTHING) => (value: string) =>
    setValues((before) => ({ ...before, [name]: value }))

  const add = (event: FormEvent) => {
    event.preventDefault()
    doing.run(async () => {
      await api.post('/dev/faults', toRequest(kind, values))
      read.reload()
      return 'The fault is set.'
    })
  }
  const remove = (path: '/dev/faults' | `/dev/faults/${string}`) =>
    doing.run(async () => {
      await api.remove(path)
      read.reload()
      return 'Removed.'
    })
  const faults = read.value?.faults ?? []
  return (
    <div className="kwi-page">
      <h2>Faults</h2>
      <Trouble of={read} />
      {read.value && faults.length === 0 && (
        <Empty>No faults are set: everything works. Set one to see how your program takes it.</Empty>
      )}
      <ul className="kwi-cards" aria-label="Faults that are set">
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
          Remove all
        </button>
      )}
      <form className="kwi-form" onSubmit={add}>
        <Choice label="What goes wrong" value={kind} onChange={setKind} options={KINDS} />
        {kind !== 'duplicate_delivery' && (
          <Field
            label="At which call"
            value={values.call}
            onChange={set('call')}
            suggestions={CALLS}
            hint="Its name, or * for every call"
          />
        )}
        <div className="kwi-pair">
          {kind === 'status' && (
            <Field label="Status" type="number" value={values.status} onChange={set('status')} />
          )}
          {kind === 'latency' && (
            <Field
              label="Milliseconds"
              type="number"
              value={values.milliseconds}
              onChange={set('milliseconds')}
            />
          )}
          <Field
            label="How often"
            type="number"
            value={values.times}
            onChange={set('times')}
            hint="Empty: until it is removed"
          />
          <Field
            label="Probability"
            value={values.probability}
            onChange={set('probability')}
            hint="Above 0, up to 1. Empty: always"
          />
        </div>
        <Choice
          label="Organization"
          value={values.organizationId}
          onChange={set('organizationId')}
          options={[
            ['', 'All'],
            ...(read.value?.organizations ?? []).map(
              (node) => [node.organizationId, node.organizationName] as const,
            ),
          ]}
        />
        <div className="kwi-buttons">
          <button type="submit" aria-disabled={doing.isBusy}>
            Set the fault
          </button>
        </div>
        <Outcome of={doing} />
      </form>
    </div>
  )
}

/** What the form says, for the host to judge: only what is filled in, and what belongs to the kind. */
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
