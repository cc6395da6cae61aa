/** Where the console sends a call: the page's sandbox or a local server. The body contains ids of the target. */
import { useRef, useState } from 'react'
import { SelectField } from '../../widgets/kit/fields.tsx'
import type { CallToolProps } from '../callTool.ts'
import { useServer } from '../server/useServer.ts'
import { DeskFields, useDesk } from './Desk.tsx'
import type { Known } from './known.ts'
import { METHODS } from './signers.ts'
import { useBody } from './useBody.ts'

const NAMES = { sandbox: 'Sandbox, in this page', local: 'Local server' } as const
type TargetName = keyof typeof NAMES

export type Target = ReturnType<typeof useTarget>

export function useTarget(tool: CallToolProps) {
  const [name, setName] = useState<TargetName>('sandbox')
  const isSandbox = name === 'sandbox'
  const body = useBody(tool)
  const server = useServer()
  const nameNow = useRef(name)
  nameNow.current = name
  const desk = useDesk(tool.operation.operationId, body.type, ({ surroundings, type, prepared }) => {
    // The reader may have changed the target while the sandbox started.
    if (nameNow.current === 'sandbox') body.reset(surroundings, type, false, prepared?.parameters)
  })
  const known: Known | undefined = isSandbox ? desk.surroundings : server.known
  return {
    name,
    isSandbox,
    desk,
    body,
    known,
    bodyNow: body.around({
      organizationId: isSandbox ? desk.organizationId : (server.settings?.organizationId ?? ''),
      timestampMs: String(Date.now()),
    }),
    startOver: (type = body.type) => (isSandbox ? desk.start(type) : body.reset(server.known, type, true)),
    /** Replaces the ids, because another server has others. Other fields keep the reader's input. */
    choose(next: TargetName) {
      setName(next)
      const isLocal = next === 'local'
      if (body.raw === undefined) body.refill(isLocal ? server.known : desk.surroundings, isLocal)
    },
  }
}

interface TargetFieldsProps {
  readonly target: Target
  /** Activity types of the call. */
  readonly types: readonly string[]
}

export function TargetFields({ target, types }: TargetFieldsProps) {
  const { name, isSandbox, desk, body, startOver, choose } = target
  const stamper = desk.surroundings?.users.find(({ userId }) => userId === desk.userId)?.userName
  return (
    <details className="try-context">
      <summary>
        {[NAMES[name].split(',')[0], ...(isSandbox && stamper ? [stamper, METHODS[desk.method]] : [])].join(
          ' · ',
        )}{' '}
        <span className="try-change">Change</span>
      </summary>
      <div className="try-fields">
        <SelectField
          label="Target"
          value={name}
          options={Object.entries(NAMES) as [TargetName, string][]}
          onChange={choose}
        />
        {types.length > 1 && (
          <SelectField
            label="Activity type"
            value={body.type!}
            options={[...types].reverse()}
            onChange={startOver}
          />
        )}
        {isSandbox && desk.surroundings && (
          <DeskFields desk={desk} surroundings={desk.surroundings} type={body.type} />
        )}
      </div>
    </details>
  )
}
