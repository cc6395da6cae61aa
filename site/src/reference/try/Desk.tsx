/** Who sends to the sandbox: an organization in it, one of its users, and a credential of that user. */
import { useEffect, useState } from 'react'
import { SelectField } from '../../elements/kit/fields.tsx'
import { useTask } from '../../elements/kit/useTask.ts'
import { openWorkbench } from '../../elements/kit/workbench.ts'
import { PREPARE, type Prepared } from './prepare.ts'
import { METHODS, type Method } from './signers.ts'
import { readSurroundings, type Surroundings } from './surroundings.ts'

export type Desk = ReturnType<typeof useDesk>

/** What the form begins with. */
export interface Start {
  readonly surroundings: Surroundings
  readonly type: string | undefined
  readonly prepared: Prepared | undefined
}

/** @param onStart called when the form starts over, for the first or for another organization */
export function useDesk(call: string, firstType: string | undefined, onStart: (start: Start) => void) {
  const reading = useTask<Surroundings>()
  const [note, setNote] = useState<string>()
  const [organizationId, setOrganizationId] = useState('')
  const [userId, setUserId] = useState('')
  const [method, setMethod] = useState<Method>('apiKey')

  const show = async (chosen: string): Promise<Surroundings> => {
    const { sandbox } = await openWorkbench()
    const surroundings = await readSurroundings(sandbox, chosen)
    setOrganizationId(chosen)
    const users = surroundings.users.map((user) => user.userId)
    setUserId((before) => (users.includes(before) ? before : (users[0] ?? '')))
    return surroundings
  }
  /** Sends what must come before the call, and starts the form with the results. */
  const start = (type: string | undefined) =>
    reading.run(async () => {
      const bench = await openWorkbench()
      const prepared = await PREPARE[call]?.(bench, type)
      setNote(prepared?.note)
      setMethod(prepared?.method ?? 'apiKey')
      const surroundings = await show(prepared?.organizationId ?? bench.organization.organizationId)
      onStart({ surroundings, type, prepared })
      return surroundings
    })
  const choose = (id: string, type: string | undefined) =>
    reading.run(async () => {
      const surroundings = await show(id)
      setNote(undefined)
      onStart({ surroundings, type, prepared: undefined })
      return surroundings
    })
  // The sandbox starts with the console: it has the ids that make a request real.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each call
  useEffect(() => void start(firstType), [call])
  return {
    surroundings: reading.value,
    isStarting: reading.isBusy && !reading.value,
    error: reading.error,
    organizationId,
    userId,
    setUserId,
    method,
    setMethod,
    /** What was done before the call. */
    note,
    start: (type: string | undefined) => void start(type),
    choose: (id: string, type: string | undefined) => void choose(id, type),
    /** Reads again what the organization holds. */
    read: (id: string) => reading.run(() => show(id)),
  }
}

/** The choices of a desk, within the fields of the console. */
export function DeskFields({
  desk,
  surroundings,
  type,
}: {
  readonly desk: Desk
  readonly surroundings: Surroundings
  readonly type: string | undefined
}) {
  return (
    <>
      <SelectField
        label="Organization"
        value={desk.organizationId}
        options={surroundings.organizations.map(({ organizationId, organizationName, parentId }) => {
          const kind = parentId ? ' (sub-organization)' : ''
          return [organizationId, `${organizationName}${kind}, ${organizationId.slice(0, 8)}`] as const
        })}
        onChange={(id) => desk.choose(id, type)}
      />
      <SelectField
        label="Stamped by"
        value={desk.userId}
        options={surroundings.users.map((user) => [user.userId, user.userName] as const)}
        onChange={desk.setUserId}
      />
      <SelectField
        label="with"
        value={desk.method}
        options={Object.entries(METHODS) as [Method, string][]}
        onChange={desk.setMethod}
      />
    </>
  )
}
