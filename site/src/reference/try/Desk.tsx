/** The sender in the sandbox: an organization, one of its users, and a credential of that user. */
import { useEffect, useState } from 'react'
import { SelectField } from '../../widgets/kit/fields.tsx'
import { useTask } from '../../widgets/kit/useTask.ts'
import { openWorkbench } from '../../widgets/kit/workbench.ts'
import { PREPARE, type Prepared } from './prepare.ts'
import { METHODS, type Method } from './signers.ts'
import { readSurroundings, type Surroundings } from './surroundings.ts'

export type Desk = ReturnType<typeof useDesk>

/** Initial state of the form. */
export interface Start {
  readonly surroundings: Surroundings
  readonly type: string | undefined
  readonly prepared: Prepared | undefined
}

/** @param onStart called whenever the form starts over */
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
  /** Sends the calls that must come first and fills the form with their results. */
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
  // Start the sandbox with the console, because the form needs real ids.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per call
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
    /** Describes the calls sent before this one. */
    note,
    start: (type: string | undefined) => void start(type),
    choose: (id: string, type: string | undefined) => void choose(id, type),
    /** Reloads the organization's content. */
    read: (id: string) => reading.run(() => show(id)),
  }
}

/** Form fields for the sender. */
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
        label="Credential"
        value={desk.method}
        options={Object.entries(METHODS) as [Method, string][]}
        onChange={desk.setMethod}
      />
    </>
  )
}
