/** Who sends to the sandbox: an organization in it, one of its users, and a credential of that user. */
import { useEffect, useState } from 'react'
import { SelectField } from '../../elements/kit/fields.tsx'
import { useTask } from '../../elements/kit/useTask.ts'
import { openWorkbench } from '../../elements/kit/workbench.ts'
import { METHODS, type Method } from './signers.ts'
import { readSurroundings, type Surroundings } from './surroundings.ts'

export type Desk = ReturnType<typeof useDesk>

/** @param onOrganization called when another organization is shown, the first included */
export function useDesk(call: string, onOrganization: (surroundings: Surroundings) => void) {
  const reading = useTask<Surroundings>()
  const [organizationId, setOrganizationId] = useState('')
  const [userId, setUserId] = useState('')
  const [method, setMethod] = useState<Method>('apiKey')

  const read = (id?: string, then?: typeof onOrganization) =>
    reading.run(async () => {
      const { sandbox, organization } = await openWorkbench()
      const chosen = id ?? organization.organizationId
      const surroundings = await readSurroundings(sandbox, chosen)
      setOrganizationId(chosen)
      const users = surroundings.users.map((user) => user.userId)
      setUserId((before) => (users.includes(before) ? before : (users[0] ?? '')))
      then?.(surroundings)
      return surroundings
    })
  // The sandbox starts with the console: it has the ids that make a request real.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each call
  useEffect(() => void read(undefined, onOrganization), [call])
  return {
    surroundings: reading.value,
    isStarting: reading.isBusy && !reading.value,
    error: reading.error,
    organizationId,
    userId,
    setUserId,
    method,
    setMethod,
    choose: (id: string) => void read(id, onOrganization),
    /** Reads again what the organization holds. */
    read: (id: string) => read(id),
  }
}

/** The choices of a desk, within the fields of the console. */
export function DeskFields({
  desk,
  surroundings,
}: {
  readonly desk: Desk
  readonly surroundings: Surroundings
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
        onChange={desk.choose}
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
